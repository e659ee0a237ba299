import { DeviceRefusal, errorKinds, type SliderState } from '@tactus/protocol';
import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createDeviceCaller } from '../devices/device-caller.ts';
import { createDeviceRegistry } from '../devices/registry.ts';
import { ledDevice } from '../testing/linked-device.ts';
import { createPositionSampler } from './position-sampler.ts';

const RESTS: SliderState = {
  position: 0,
  position_absolute: 5,
  motor_temp: 20,
  speed_absolute: 0,
  dir: true,
  motor_position: 0,
};

/** A device whose slider the test moves, and samples of it under fake time. */
function startSamples({ connected = true, hasSlider = true } = {}) {
  const time = createFakeTime();
  const registry = createDeviceRegistry(time);
  const slider = { state: RESTS, reads: 0 };
  const device = ledDevice({
    connected,
    answer: async (name) => {
      expect(name).toBe('slider.state');
      slider.reads += 1;
      if (!hasSlider) throw new DeviceRefusal(errorKinds.notSupported);
      return slider.state;
    },
  });
  registry.add(device);
  const samples = createPositionSampler({ devices: registry, caller: createDeviceCaller(time), time });
  const watch = (periodMs: number) => {
    const received: { atMs: number; speed: number }[] = [];
    const stop = samples.watch({
      connectionKey: 'TestDevice1',
      periodMs,
      onSample: (frame) => {
        const { data } = JSON.parse(/^data: (.+)$/m.exec(String(frame))?.[1] ?? '');
        received.push({ atMs: time.monotonic(), speed: data.speed_absolute });
      },
    });
    return { received, stop };
  };
  const move = (speed_absolute: number, position_absolute: number) => {
    slider.state = { ...RESTS, speed_absolute, position_absolute };
    device.emit({ name: 'mode_changed', data: { mode: 0, mode_session_id: 1 } });
  };
  return { time, device, slider, samples, watch, move };
}

test('a device is read only while there is a watcher', async () => {
  const { time, slider, samples, watch } = startSamples();
  await time.run(5_000);
  expect(slider.reads).toBe(0);
  const { stop } = watch(100);
  await time.run(1_000);
  expect(slider.reads).toBeGreaterThan(1);
  stop();
  stop();
  const reads = slider.reads;
  await time.run(5_000);
  expect([slider.reads, samples.size()]).toEqual([reads, 0]);
});

test('a slider at rest is not reported, and read twice a second', async () => {
  const { time, slider, watch } = startSamples();
  const { received } = watch(100);
  await time.run(10_000);
  expect(received).toEqual([]);
  expect(slider.reads).toBeLessThanOrEqual(21);
});

test('a moving slider is reported once in a period, and once more when it rests', async () => {
  const { time, watch, move } = startSamples();
  const { received } = watch(200);
  await time.run(1_000);
  move(100, 10);
  await time.run(1_000);
  expect(received.length).toBeGreaterThanOrEqual(5);
  expect(received.length).toBeLessThanOrEqual(6);
  expect(received[0]?.atMs).toBe(1_000);
  move(0, 40);
  await time.run(5_000);
  expect(received.at(-1)?.speed).toBe(0);
  const before = received.length;
  await time.run(5_000);
  expect(received).toHaveLength(before);
});

test('each watcher receives samples at its own rate, and the device is read at the highest rate', async () => {
  const { time, slider, watch, move } = startSamples();
  const [quick, slow] = [watch(100), watch(1_000)];
  move(50, 10);
  await time.run(10_000);
  expect(quick.received.length).toBeGreaterThan(95);
  expect(slow.received.length).toBeGreaterThanOrEqual(10);
  expect(slow.received.length).toBeLessThanOrEqual(12);
  expect(slider.reads).toBeLessThan(110);
});

test('a device without a slider is read once in each of its sessions', async () => {
  const { time, slider, watch, move } = startSamples({ hasSlider: false });
  const { received } = watch(100);
  await time.run(5_000);
  move(100, 10);
  await time.run(5_000);
  expect([slider.reads, received]).toEqual([1, []]);
});

test('a device that is not connected is not read until it connects', async () => {
  const { time, device, slider, watch } = startSamples({ connected: false });
  watch(100);
  await time.run(5_000);
  expect(slider.reads).toBe(0);
  device.connect();
  await time.run(100);
  expect(slider.reads).toBe(1);
});

test('closing stops all reads', async () => {
  const { time, slider, samples, watch } = startSamples();
  watch(100);
  await time.run(1_000);
  samples.close();
  const { reads } = slider;
  await time.run(5_000);
  expect(slider.reads).toBe(reads);
});
