import { DeviceRefusal, errorKinds, type SliderState } from '@tactus/protocol';
import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createDeviceCaller } from '../devices/device-caller.ts';
import { createDeviceRegistry } from '../devices/registry.ts';
import { ledDevice } from '../testing/linked-device.ts';
import { createPositionSamples } from './position-samples.ts';

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
  const slider = { state: RESTS, asked: 0 };
  const device = ledDevice({
    connected,
    answer: async (name) => {
      expect(name).toBe('slider.state');
      slider.asked += 1;
      if (!hasSlider) throw new DeviceRefusal(errorKinds.notSupported);
      return slider.state;
    },
  });
  registry.add(device);
  const samples = createPositionSamples({ devices: registry, caller: createDeviceCaller(time), time });
  const watch = (periodMs: number) => {
    const heard: { atMs: number; speed: number }[] = [];
    const stop = samples.watch({
      connectionKey: 'TestDevice1',
      periodMs,
      onSample: (frame) => {
        const { data } = JSON.parse(/^data: (.+)$/m.exec(String(frame))?.[1] ?? '');
        heard.push({ atMs: time.monotonic(), speed: data.speed_absolute });
      },
    });
    return { heard, stop };
  };
  const move = (speed_absolute: number, position_absolute: number) => {
    slider.state = { ...RESTS, speed_absolute, position_absolute };
    device.emit({ name: 'mode_changed', data: { mode: 0, mode_session_id: 1 } });
  };
  return { time, device, slider, samples, watch, move };
}

test('nobody is asked before somebody watches, and nobody after', async () => {
  const { time, slider, samples, watch } = startSamples();
  await time.run(5_000);
  expect(slider.asked).toBe(0);
  const { stop } = watch(100);
  await time.run(1_000);
  expect(slider.asked).toBeGreaterThan(1);
  stop();
  stop();
  const asked = slider.asked;
  await time.run(5_000);
  expect([slider.asked, samples.size()]).toEqual([asked, 0]);
});

test('a slider that rests is told nobody, and looked at twice a second', async () => {
  const { time, slider, watch } = startSamples();
  const { heard } = watch(100);
  await time.run(10_000);
  expect(heard).toEqual([]);
  expect(slider.asked).toBeLessThanOrEqual(21);
});

test('one that moves is told once in a period, and once more when it rests', async () => {
  const { time, watch, move } = startSamples();
  const { heard } = watch(200);
  await time.run(1_000);
  move(100, 10);
  await time.run(1_000);
  expect(heard.length).toBeGreaterThanOrEqual(5);
  expect(heard.length).toBeLessThanOrEqual(6);
  expect(heard[0]?.atMs).toBe(1_000);
  move(0, 40);
  await time.run(5_000);
  expect(heard.at(-1)?.speed).toBe(0);
  const told = heard.length;
  await time.run(5_000);
  expect(heard).toHaveLength(told);
});

test('each hears at its own pace what is asked at the pace of the quickest', async () => {
  const { time, slider, watch, move } = startSamples();
  const [quick, slow] = [watch(100), watch(1_000)];
  move(50, 10);
  await time.run(10_000);
  expect(quick.heard.length).toBeGreaterThan(95);
  expect(slow.heard.length).toBeGreaterThanOrEqual(10);
  expect(slow.heard.length).toBeLessThanOrEqual(12);
  expect(slider.asked).toBeLessThan(110);
});

test('a device without a slider is asked once in each of its sessions', async () => {
  const { time, slider, watch, move } = startSamples({ hasSlider: false });
  const { heard } = watch(100);
  await time.run(5_000);
  move(100, 10);
  await time.run(5_000);
  expect([slider.asked, heard]).toEqual([1, []]);
});

test('a device that is not connected is not asked until it comes', async () => {
  const { time, device, slider, watch } = startSamples({ connected: false });
  watch(100);
  await time.run(5_000);
  expect(slider.asked).toBe(0);
  device.connect();
  await time.run(100);
  expect(slider.asked).toBe(1);
});

test('closing them asks nobody any more', async () => {
  const { time, slider, samples, watch } = startSamples();
  watch(100);
  await time.run(1_000);
  samples.close();
  const { asked } = slider;
  await time.run(5_000);
  expect(slider.asked).toBe(asked);
});
