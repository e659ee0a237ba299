import type { Device } from '@tactus/sdk';
import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { whenQuiet } from './when-quiet.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve));

function setUp(connection: { connecting: boolean; connectingTimeout: boolean }) {
  const store = createStore(() => connection);
  let show: () => void = () => undefined;
  let isQuiet = false;
  const shown = new Promise<void>((resolve) => {
    show = resolve;
  });
  // Only these two facts of a device are read.
  const device = { store } as unknown as Pick<Device, 'store'>;
  void whenQuiet({ shown, device, whenIdle: (run) => run() }).then(() => {
    isQuiet = true;
  });
  return { store, show: () => show(), isQuiet: () => isQuiet };
}

test('what can wait waits until the page is shown, and then until its device is connected', async () => {
  const { store, show, isQuiet } = setUp({ connecting: true, connectingTimeout: false });
  await settled();
  expect(isQuiet()).toBe(false);
  show();
  await settled();
  expect(isQuiet()).toBe(false);
  store.setState({ connecting: false });
  await settled();
  expect(isQuiet()).toBe(true);
});

test.each([
  ['no device is linked', { connecting: false, connectingTimeout: false }],
  ['a device does not answer in time', { connecting: true, connectingTimeout: true }],
])('it does not wait for ever: %s', async (_, connection) => {
  const { show, isQuiet } = setUp(connection);
  show();
  await settled();
  expect(isQuiet()).toBe(true);
});
