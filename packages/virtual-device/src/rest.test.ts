import { DeviceMode } from '@tactus/protocol';
import { expect, test } from 'vitest';
import { type BootedDevice, bootDevice } from './testing/booted-device.ts';

const STROKES = [
  [0, 10],
  [400, 90],
  [800, 10],
  [1_200, 90],
] as const;

const moves: Readonly<Record<string, readonly [(box: BootedDevice) => Promise<unknown>, string]>> = {
  'alternating motion': [({ device }) => device.call('hamp.start', {}), 'endless'],
  'a direct move': [
    ({ device }) => device.call('hdsp.xpt', { xp: 1, t: 5_000, stop_on_target: true, immediate_rsp: false }),
    'ending',
  ],
  'a script': [({ add, play }) => add(STROKES).then(() => play()), 'ending'],
  'a looped script': [({ add, play }) => add(STROKES).then(() => play({ loop: true })), 'endless'],
};

test.each(Object.entries(moves))(
  '%s is classified, and can be stopped off the network too',
  async (_, [begin, kind]) => {
    const box = bootDevice();
    const { device, time, slider } = box;
    expect(device.motion()).toBe('none');
    await begin(box);
    await time.run(200);
    expect(device.motion()).toBe(kind);
    device.disconnect('link cut');
    device.rest();
    await time.run(200);
    expect(device.motion()).toBe('none');
    device.connect();
    expect((await slider()).speed_absolute).toBe(0);
    const { position_absolute } = await slider();
    await time.run(5_000);
    expect((await slider()).position_absolute).toBe(position_absolute);
  },
);

test('vibration is endless until it is stopped, and that is reported like a stop', async () => {
  const { device, events } = bootDevice({ model: 'oh' });
  await device.call('hvp.start', {});
  expect(device.motion()).toBe('endless');
  device.rest();
  expect(device.motion()).toBe('none');
  expect(events.at(-1)).toMatchObject({ name: 'hvp_state_changed', data: { enabled: false } });
  expect((await device.call('info.mode', {})).mode).toBe(DeviceMode.VIBRATE);
});

test('a device that is off has no motion to stop', () => {
  const { device } = bootDevice();
  device.close();
  device.rest();
  expect(device.motion()).toBe('none');
});
