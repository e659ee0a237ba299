import { connectionStatus, type Device } from '@tactus/sdk';
import { describe, expect, test } from 'vitest';
import { profiles } from './cloud-and-device.ts';
import { type VirtualWorld, virtualWorld } from './cloud-in-virtual-time.ts';

const POINTS = [
  { t: 0, x: 10 },
  { t: 5_000, x: 90 },
];

/** A device that plays points, and the requests of the SDK other than reads since the device returned. */
async function playing(profile: (typeof profiles)[number]) {
  const world = await virtualWorld({ profile });
  const device = await world.connected();
  await world.settled(device.hsp.setup());
  await world.settled(device.hsp.add(POINTS));
  await world.settled(device.hsp.play({ loop: true }));
  return { world, device };
}

/** Waits until the device has returned and its session ids were read; resolves with the requests that are no reads. */
async function backAgain({ time }: VirtualWorld, device: Device, away: () => void): Promise<string[]> {
  const before = device.trace.entries().at(-1)?.seq ?? 0;
  away();
  await time.run(20_000);
  expect(connectionStatus(device.store.getState())).toBe('ready');
  return device.trace
    .entries()
    .flatMap((entry) => (entry.kind === 'command' && entry.seq > before ? [entry.call] : []))
    .filter((call) => !/\.(state|stroke|mode|sids|offset|info|capabilities)$/.test(call));
}

describe.each(profiles)('a device that returns, profile %s', (profile) => {
  test('and went on playing meanwhile has lost nothing, and nothing is sent', async () => {
    const { world, device } = await playing(profile);
    const { session_id } = device.store.getState();
    const sent = await backAgain(world, device, () => {
      world.virtual.disconnect('wifi');
      world.time.after(3_000, () => world.virtual.connect());
    });
    expect(sent).toEqual([]);
    const state = device.store.getState();
    expect(state).toMatchObject({ continuity: 'nothing-lost', mode: 4, hsp: { play_state: 1, points: 2 } });
    expect(state.session_id).not.toBe(session_id);
  });

  test('and was in another mode meanwhile has lost its points', async () => {
    const { world, device } = await playing(profile);
    let cut: () => void = () => undefined;
    const watcher = world.device({
      fetch(url, init) {
        if (!url.includes('/sse')) return world.fetch(url, init);
        const line = new AbortController();
        cut = () => line.abort(new Error('The line was cut'));
        return world.fetch(url, {
          ...init,
          signal: AbortSignal.any([line.signal, ...(init.signal ? [init.signal] : [])]),
        });
      },
    });
    await world.settled(watcher.connect('Virtual001'));
    await world.time.run(2_000);
    const sent = await backAgain(world, watcher, () => {
      cut();
      void device.hamp.start();
    });
    expect(sent).toEqual([]);
    expect(watcher.store.getState()).toMatchObject({ continuity: 'buffer-lost', mode: 0 });
  });

  test('after a reboot has lost everything, and does not start to move', async () => {
    const { world, device } = await playing(profile);
    const sent = await backAgain(world, device, () => void device.system.reboot(1).catch(() => undefined));
    expect(sent).toEqual(['system.reboot']);
    expect(device.store.getState()).toMatchObject({ continuity: 'rebooted', hsp: { play_state: 0 } });
    expect(await world.ask('GET /slider/state')).toMatchObject({ speed_absolute: 0 });
  });
});
