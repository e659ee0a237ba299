import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { createVirtualDevice } from '@tactus/virtual-device';
import { expect, onTestFinished, test } from 'vitest';
import { applyFaults } from './faults.ts';
import { formatStateLine, readVirtualDevice } from './state-line.ts';

function startDevice(model: 'handy' | 'oh') {
  const time = createFakeTime();
  const device = createVirtualDevice({ connectionKey: 'Device12345', model, time, random: createRandom(1) });
  onTestFinished(() => device.close());
  return { time, device };
}

test('a moving device is shown with its mode, position and speed', async () => {
  const { time, device } = startDevice('handy');
  await device.call('hamp.velocity', { velocity: 0.5 });
  await device.call('hamp.start', {});
  time.advance(700);
  expect(formatStateLine(await readVirtualDevice(device, 'linked'))).toMatch(
    /^linked {6}on {3}HAMP {9}\s*\d+\.\d mm\s+\d+ mm\/s$/,
  );
});

test('a device without a slider, or one that is off, shows the rest', async () => {
  const { device } = startDevice('oh');
  expect(formatStateLine(await readVirtualDevice(device, 'waiting'))).toMatch(/^waiting {5}on {3}\w+$/);
  device.disconnect('test');
  expect(formatStateLine(await readVirtualDevice(device, 'linked'))).toBe('linked      off  -');
});

test('faults are set from the start', async () => {
  const { device } = startDevice('handy');
  applyFaults(device.hardware(), [{ name: 'sliderBlocked', value: 1 }]);
  await expect(
    device.call('hdsp.xpt', { xp: 0.5, t: 100, stop_on_target: true, immediate_rsp: false }),
  ).rejects.toMatchObject({ kind: { code: 100_006 } });
});
