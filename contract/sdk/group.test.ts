import type { Device } from '@tactus/sdk';
import { createDeviceGroup, type DeviceError } from '@tactus/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { profiles, type RunningCloud, startCloud, until } from './cloud-and-device.ts';

const KEYS = ['GroupOne01', 'GroupTwo02', 'GroupSix06'] as const;

describe.each(profiles)('several devices as one, profile %s', (profile) => {
  let running: RunningCloud;
  let devices: Device[];
  const failures: [Device, DeviceError][] = [];
  const group = createDeviceGroup({ onMemberFailure: (device, error) => failures.push([device, error]) });

  beforeAll(async () => {
    running = await startCloud(profile);
    for (const connectionKey of KEYS)
      await running.cloud.inject({
        method: 'POST',
        url: '/_control/devices',
        headers: { host: 'localhost' },
        payload: { model: 'handy', connectionKey },
      });
    devices = KEYS.map(() => running.device());
    await Promise.all(devices.map((device, index) => device.connect(KEYS[index] ?? '')));
    const [first, second, third] = devices;
    if (!first || !second || !third) throw new Error('three devices');
    group.add(first);
    group.add(second, { scale: 0.5 });
    group.add(third);
  });
  afterAll(() => running.close());

  const velocities = () => devices.map((device) => device.store.getState().hamp.velocity);
  const moving = () => devices.map((device) => device.store.getState().hamp.play_state);

  test('one command moves all of them, each within its own limits', async () => {
    await group.hamp.start();
    expect(await group.hamp.setVelocity(0.6)).toMatchObject({ velocity: 0.6 });
    expect(velocities()).toEqual([0.6, 0.3, 0.6]);
    expect(group.state()).toEqual({ devices: 3, connected: 3, moving: true });
  });

  test('one Stop stops all of them', async () => {
    const results = await group.stop();
    expect(results.map(({ outcome }) => outcome)).toEqual(['confirmed', 'confirmed', 'confirmed']);
    expect(moving()).toEqual([0, 0, 0]);
    expect(group.state().moving).toBe(false);
  });

  test('requests for many devices are used where the cloud has them, and every device gets its own answer', async () => {
    const sent: string[] = [];
    const together = createDeviceGroup({
      cloud: {
        apiBase: running.apiBase,
        apiKey: 'contract-test',
        features: profile === 'vendor' ? {} : { channels: true, stopMany: true },
        fetch(url, init) {
          const { pathname } = new URL(url);
          sent.push(`${init.method} ${pathname} ${new Headers(init.headers).get('X-Connection-Key') ?? ''}`);
          return fetch(url, init);
        },
      },
      onMemberFailure: (device, error) => failures.push([device, error]),
    });
    for (const device of devices) together.add(device);
    await together.hamp.start();
    const isChannel = (line: string) => line.includes(' chref:');
    const ours = profile === 'tactus';
    // The first command requests the channel, and does not wait for it.
    for (let tries = 0; ours && !sent.some(isChannel) && tries < 50; tries++) await together.hamp.setVelocity(0.4);
    await together.hamp.setVelocity(0.3);
    expect(sent.filter(isChannel).length > 0).toBe(ours);
    expect(velocities()).toEqual([0.3, 0.3, 0.3]);
    expect(moving()).toEqual([1, 1, 1]);
    sent.length = 0;
    const results = await together.stop();
    expect(results.map(({ outcome }) => outcome)).toEqual(['confirmed', 'confirmed', 'confirmed']);
    expect(sent).toEqual(ours ? ['POST /api/tactus/stop '] : []);
    together.close();
  });

  test('a device that is gone is skipped, and the others move', async () => {
    const [, second, third] = devices;
    if (!second || !third) throw new Error('three devices');
    await running.setConnected(KEYS[1], false);
    await until(second, ({ connected }) => !connected);
    await group.hamp.start();
    expect(moving().filter((state) => state === 1)).toHaveLength(2);
    expect(group.state()).toMatchObject({ connected: 2 });
    await group.stop();
    await running.setConnected(KEYS[1], true);
    await until(second, ({ connected }) => connected);
  });

  test('a refusal of one device is reported, and the command still counts', async () => {
    failures.length = 0;
    await running.cloud.inject({
      method: 'POST',
      url: `/_control/devices/${KEYS[2]}/do`,
      headers: { host: 'localhost' },
      payload: { sliderBlocked: true },
    });
    await group.hamp.start();
    expect(failures.map(([device, { refusal }]) => [devices.indexOf(device), refusal?.code])).toEqual([[2, 100_006]]);
    await group.stop();
  });

  test('an empty group sends nothing, and its removal leaves a device unchanged', async () => {
    const [first] = devices;
    if (!first) throw new Error('three devices');
    const other = createDeviceGroup({ onMemberFailure: () => undefined });
    await expect(other.hamp.start()).rejects.toThrow('No device');
    other.add(first);
    let received = 0;
    const off = other.subscribe(() => {
      received += 1;
    });
    other.remove(first);
    off();
    expect(received).toBe(1);
    expect(first.store.getState().connected).toBe(true);
    expect(other.serverNow()).toBeNaN();
    expect(Math.abs(group.serverNow() - Date.now())).toBeLessThan(1_000);
  });
});
