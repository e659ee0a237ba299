import { expect, test } from 'vitest';
import { connectionStatus } from '../state/connection-status.ts';
import { KEY, setUpDevice } from '../testing/scripted-device.ts';

test('on a line with a round trip of 400 ms it is complete within its five seconds, and never counts as slow', async () => {
  const { device, cloud, time, comeOnline, state } = setUpDevice({ roundTripMs: 400 });
  const wasSlow: boolean[] = [];
  device.store.subscribe(({ connectingTimeout }) => wasSlow.push(connectingTimeout));
  const connected = device.connect(KEY);
  await time.run(800);
  comeOnline();
  await time.run(1_400);
  await connected;
  expect(connectionStatus(state())).toBe('ready');
  expect(cloud.requests.filter(({ path }) => path === '/servertime')).toHaveLength(10);
  expect(wasSlow).not.toContain(true);
});
