import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderLinkedApp } from '../testing/render-linked-app.tsx';

/** A page with its chunk is loaded when it is wanted. */
const LOADED = { timeout: 25_000 };

/** The app on a page that moves a linked device, which tells what happens to it. */
async function openLinked() {
  const { app, cloud, pass } = await renderLinkedApp('/hamp');
  await screen.findByRole('slider', { name: 'Speed' }, LOADED);
  return {
    /** An event arrives. */
    async tell(name: string, data: object) {
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
  const { tell, leave } = await openLinked();
  await tell('battery_changed', { level: 0, charger_connected: false });
  await leave('battery empty');
  expect(await banner('The battery is empty')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('The device is lost')).toBeNull());
});
