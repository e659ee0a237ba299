import { ConnectionMode } from '@tactus/protocol';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderLinkedApp } from '../testing/render-linked-app.tsx';

/** A page with its chunk is loaded when it is wanted. */
const LOADED = { timeout: 12_000 };

/** The app on a page that moves a linked device, which tells what happens to it. */
async function openLinked() {
  const { app, cloud, pass } = await renderLinkedApp('/hamp');
  await screen.findByRole('slider', { name: 'Speed' }, LOADED);
  return {
    app,
    cloud,
    pass,
    /** An event arrives. */
    async emit(name: string, data: object) {
      cloud.stream.send(name, data);
      await pass(10);
    },
    /** The device says why it leaves. */
    async leave(reason: string) {
      const { session_id } = app.device.store.getState();
      cloud.stream.send('device_disconnected', { session_id, reason, timestamp: '' });
      await pass(10);
    },
  };
}

const banner = (title: string) => screen.findByText(title, {}, LOADED);

test('a device that goes away with an empty battery is said to be empty, not lost', async () => {
  const { emit, leave } = await openLinked();
  await emit('battery_changed', { level: 0, charger_connected: false });
  await leave('battery empty');
  expect(await banner('The battery is empty')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('The device is lost')).toBeNull());
});

test.each([0, 2, 4, 5] as const)('a restart in mode %i, without Wi-Fi, is said not to end by itself', async (mode) => {
  const { app, cloud, pass, leave } = await openLinked();
  cloud.on('PUT /system/reboot', () => ({ result: 'ok' }));
  act(() => void app.device.system.reboot(mode));
  await pass(100);
  await leave('reboot');
  expect(await banner('The device restarts without Wi-Fi')).toBeVisible();
});

test('a restart with Wi-Fi is said to be over in a few seconds for 15 s, and then to take too long', async () => {
  const { app, cloud, pass, leave } = await openLinked();
  cloud.on('PUT /system/reboot', () => ({ result: 'ok' }));
  act(() => void app.device.system.reboot(ConnectionMode.WIFI));
  await pass(100);
  await leave('reboot');
  expect(await banner('The device restarts')).toBeVisible();
  await pass(14_000);
  expect(screen.getByText('The device restarts')).toBeVisible();
  await pass(1_000);
  expect(await banner('The device is not back yet')).toBeVisible();
  expect(screen.queryByText('The device restarts')).toBeNull();
});
