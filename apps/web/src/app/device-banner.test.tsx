import { ConnectionMode } from '@tactus/protocol';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { renderLinkedApp } from '../testing/render-linked-app.tsx';

/** Pages are lazily loaded chunks. */
const LOADED = { timeout: 12_000 };

/** The app on a page that moves a linked device, which sends its events. */
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
    /** The device reports the reason of its disconnect. */
    async leave(reason: string) {
      const { session_id } = app.device.store.getState();
      cloud.stream.send('device_disconnected', { session_id, reason, timestamp: '' });
      await pass(10);
    },
  };
}

const banner = (title: string) => screen.findByText(title, {}, LOADED);

test('a device that disconnects with an empty battery is shown as empty, not as lost', async () => {
  const { emit, leave } = await openLinked();
  await emit('battery_changed', { level: 0, charger_connected: false });
  await leave('battery empty');
  expect(await banner('The battery is empty')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('The connection to the device is lost')).toBeNull());
});

/** The app of a device that has disconnected for a restart, which the person has requested. */
async function openRestarting(mode: ConnectionMode) {
  const opened = await openLinked();
  opened.cloud.on('PUT /system/reboot', () => ({ result: 'ok' }));
  act(() => void opened.app.device.system.reboot(mode));
  await opened.pass(100);
  await opened.leave('reboot');
  return opened;
}

test.each([0, 2, 4, 5] as const)(
  'the banner of a restart in mode %i, without Wi-Fi, states that it does not end by itself',
  async (mode) => {
    await openRestarting(mode);
    expect(await banner('The device restarts without Wi-Fi')).toBeVisible();
  },
);

test('the banner of a restart with Wi-Fi announces a few seconds for 15 s, and then states that it takes too long', async () => {
  const { pass } = await openRestarting(ConnectionMode.WIFI);
  expect(await banner('The device restarts')).toBeVisible();
  await pass(14_000);
  expect(screen.getByText('The device restarts')).toBeVisible();
  await pass(1_000);
  expect(await banner('The device is not back yet')).toBeVisible();
  expect(screen.queryByText('The device restarts')).toBeNull();
});

test('the 15 s of a restart also count on a page without banners', async () => {
  const { app, pass } = await openRestarting(ConnectionMode.WIFI);
  expect(await banner('The device restarts')).toBeVisible();
  await pass(9_000);
  await act(() => app.router.navigate({ to: '/device-selection' }));
  await waitFor(() => expect(screen.queryByText('The device restarts')).toBeNull(), LOADED);
  await act(() => app.router.navigate({ to: '/hamp' }));
  expect(await banner('The device restarts')).toBeVisible();
  await pass(6_000);
  expect(await banner('The device is not back yet')).toBeVisible();
});

describe('a fault that the device reports', () => {
  const faulty = /^The device reports a fault/;

  test.each([
    [
      100_026,
      'Hall sensor error',
      'The sensor that reports the position of the slider has failed',
      'Error 100026: Hall sensor error',
    ],
    [100_016, undefined, 'The firmware update failed', 'Error 100016.'],
    [100_004, 'Wrong mode', 'This app knows nothing more about it', 'Error 100004: Wrong mode'],
    [-7, undefined, 'This app knows nothing more about it', 'Error -7.'],
    [2_147_483_647, '<b>bold</b>', 'This app knows nothing more about it', 'Error 2147483647: <b>bold</b>'],
  ])(
    'of code %i is shown with advice, its number and its own text, until it is closed',
    async (code, message, text, own) => {
      const { emit } = await openLinked();
      await emit('device_error', { code, ...(message !== undefined && { message }) });
      expect(await screen.findByText(faulty, {}, LOADED)).toBeVisible();
      expect(screen.getByText(new RegExp(text))).toHaveTextContent(own);
      await userEvent.click(screen.getByRole('button', { name: 'Close' }));
      expect(screen.queryByText(faulty)).toBeNull();
      await emit('device_error', { code });
      expect(await screen.findByText(faulty)).toBeVisible();
    },
  );

  test('is shown on the next page too, and a closed one is not', async () => {
    const { app, emit } = await openLinked();
    const throughAPageWithoutBanners = async () => {
      await act(() => app.router.navigate({ to: '/device-selection' }));
      await waitFor(() => expect(screen.queryByRole('slider', { name: 'Speed' })).toBeNull(), LOADED);
      await act(() => app.router.navigate({ to: '/hamp' }));
      await screen.findByRole('slider', { name: 'Speed' }, LOADED);
    };
    await emit('device_error', { code: 100_026 });
    await screen.findByText(faulty, {}, LOADED);
    await throughAPageWithoutBanners();
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
    await throughAPageWithoutBanners();
    expect(screen.queryByText(faulty)).toBeNull();
  });

  test('comes after dangers in the order of banners, and ends with the session of the device', async () => {
    const { emit, leave } = await openLinked();
    await emit('device_error', { code: 100_026 });
    await screen.findByText(faulty, {}, LOADED);
    await emit('temp_high', {});
    expect(await banner('The motor is hot')).toBeVisible();
    expect(screen.queryByText(faulty)).toBeNull();
    await emit('temp_ok', {});
    expect(await screen.findByText(faulty)).toBeVisible();
    await leave('wifi');
    expect(await banner('The connection to the device is lost')).toBeVisible();
    expect(screen.queryByText(faulty)).toBeNull();
  });
});
