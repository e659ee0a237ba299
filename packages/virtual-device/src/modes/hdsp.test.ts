import { type DeviceEvent, DeviceMode, errorKinds, type HdspState } from '@tactus/protocol';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import type { ModelName } from '../hardware/models.ts';
import { createVirtualDevice, type VirtualDevice } from '../virtual-device.ts';

const LOW_MM = 5;
const LENGTH_MM = 97.826;
const HIGH_MM = LOW_MM + LENGTH_MM;
const BRAKING_MS = (400 / 9_000) * 1_000;
/** The timer that checks the motor of a moving slider. */
const HEAT_WATCH = 1;
const STOPPED = 0;
const MOVING = 1;
const REACHED = 2;
const options = { stop_on_target: false, immediate_rsp: false };
const stopHere = { t: 0, stop_on_target: true, immediate_rsp: false };

function boot(model: ModelName = 'handy') {
  const time = createFakeTime();
  const device = createVirtualDevice({ connectionKey: 'TestKey01', model, time, random: createRandom(1) });
  const events: DeviceEvent[] = [];
  device.onEvent((event) => events.push(event));
  const positionMm = async () => (await device.call('slider.state', {})).position_absolute;
  const speedMmS = async () => (await device.call('slider.state', {})).speed_absolute;
  const states = () =>
    events.flatMap((event): HdspState[] => (event.name === 'hdsp_state_changed' ? [event.data.state] : []));
  return { time, device, events, positionMm, speedMmS, states };
}

describe('the six calls', () => {
  const window = { min: 0.2, max: 0.6 };
  const middleMm = LOW_MM + LENGTH_MM * 0.4;
  type Order = (device: VirtualDevice) => Promise<'ok'>;
  const bySpeed: [string, Order, number, number][] = [
    ['xava', (device) => device.call('hdsp.xava', { xa: 40, va: 100, ...options }), 100, 40],
    ['xavp', (device) => device.call('hdsp.xavp', { xa: 40, vp: 0.5, ...options }), 200, 40],
    ['xpva', (device) => device.call('hdsp.xpva', { xp: 0.5, va: 80, ...options }), 80, middleMm],
    ['xpvp by vp', (device) => device.call('hdsp.xpvp', { xp: 0.5, vp: 0.6, ...options }), 240, middleMm],
    ['xpvp by va', (device) => device.call('hdsp.xpvp', { xp: 0.5, va: 0.6, ...options }), 240, middleMm],
  ];
  test.each(bySpeed)('%s goes to its position at its speed', async (_, order, mmS, mm) => {
    const { device, time, positionMm, speedMmS } = boot();
    await device.call('slider.setStroke', window);
    expect(await order(device)).toBe('ok');
    time.advance(80);
    expect(await speedMmS()).toBe(mmS);
    time.advance(1_000);
    expect(await positionMm()).toBeCloseTo(mm, 9);
  });

  const byTime: [string, Order, number][] = [
    ['xat', (device) => device.call('hdsp.xat', { xa: 40, t: 500, ...options }), 40],
    ['xpt', (device) => device.call('hdsp.xpt', { xp: 0.5, t: 500, ...options }), middleMm],
  ];
  test.each(byTime)('%s is at its position after its time, not earlier', async (_, order, mm) => {
    const { device, time, positionMm, speedMmS } = boot();
    await device.call('slider.setStroke', window);
    expect(await order(device)).toBe('ok');
    time.advance(495);
    expect(await speedMmS()).toBeGreaterThan(0);
    time.advance(5.001);
    expect(await positionMm()).toBeCloseTo(mm, 9);
    expect(await speedMmS()).toBe(0);
  });
});

describe('limits', () => {
  test('a position outside the stroke zone means its nearer end', async () => {
    const { device, time, positionMm } = boot();
    await device.call('slider.setStroke', { min: 0.25, max: 0.7 });
    await device.call('hdsp.xava', { xa: 500, va: 400, ...options });
    time.advance(1_000);
    expect(await positionMm()).toBeCloseTo(LOW_MM + LENGTH_MM * 0.7, 9);
    await device.call('hdsp.xat', { xa: -500, t: 100, ...options });
    time.advance(1_000);
    expect(await positionMm()).toBeCloseTo(LOW_MM + LENGTH_MM * 0.25, 9);
    expect(await device.call('slider.state', {})).toMatchObject({ dir: false });
  });

  test.each([
    ['handy', 400],
    ['handy-2', 400],
    ['handy-2-pro', 450],
  ] as const)('%s goes no faster than %i mm/s and no slower than 32', async (model, topMmS) => {
    const { device, time, speedMmS } = boot(model);
    await device.call('hdsp.xpva', { xp: 1, va: 9_999, ...options });
    time.advance(120);
    expect(await speedMmS()).toBe(topMmS);
    time.advance(1_000);
    await device.call('hdsp.xpva', { xp: 0, va: 0, ...options });
    time.advance(500);
    expect(await speedMmS()).toBe(32);
    await device.call('hdsp.xpvp', { xp: 0, vp: 0, ...options });
    time.advance(500);
    expect(await speedMmS()).toBe(32);
  });

  test('a time longer than the slowest speed needs ends with a rest at the target', async () => {
    const { device, time, positionMm, speedMmS, states } = boot();
    await device.call('hdsp.xat', { xa: 37, t: 10_000, ...options });
    time.advance(500);
    expect(await speedMmS()).toBe(32);
    time.advance(510);
    expect(await positionMm()).toBe(37);
    expect(states()).toEqual([MOVING, REACHED]);
  });

  test('a time too short for the motor takes the shortest possible time', async () => {
    const { device, time, positionMm, states } = boot();
    await device.call('hdsp.xpt', { xp: 1, t: 0, ...options });
    time.advance(280);
    expect(states()).toEqual([MOVING]);
    time.advance(20);
    expect(states()).toEqual([MOVING, REACHED]);
    expect(await positionMm()).toBe(HIGH_MM);
  });
});

describe('reports', () => {
  test.each([false, true])(
    'with stop_on_target %s: moving, then reached, and the slider stays',
    async (stop_on_target) => {
      const { device, time, events, positionMm } = boot();
      await device.call('hdsp.xat', { xa: 50, t: 300, stop_on_target, immediate_rsp: true });
      expect(events).toEqual([
        { name: 'mode_changed', data: { mode: DeviceMode.HDSP, mode_session_id: 1 } },
        { name: 'hdsp_state_changed', data: { state: MOVING } },
      ]);
      time.advance(299.9);
      expect(events).toHaveLength(2);
      time.advance(0.2);
      expect(events.slice(2)).toEqual([{ name: 'hdsp_state_changed', data: { state: REACHED } }]);
      time.advance(60_000);
      expect(await positionMm()).toBe(50);
      expect(events).toHaveLength(3);
      expect(time.pending()).toBe(HEAT_WATCH);
    },
  );

  test('a move to the slider’s own position arrives at once', async () => {
    const { device, time, states } = boot();
    await device.call('hdsp.xpt', { xp: 0, t: 500, ...options });
    time.advance(0);
    expect(states()).toEqual([MOVING, REACHED]);
  });

  test('a newer command starts from the current position and speed; the older never arrives', async () => {
    const { device, time, positionMm, speedMmS, states } = boot();
    await device.call('hdsp.xpva', { xp: 1, va: 300, ...options });
    time.advance(150);
    const before = await positionMm();
    await device.call('hdsp.xava', { xa: 15, va: 300, ...options });
    expect(await positionMm()).toBe(before);
    expect(await speedMmS()).toBe(300);
    expect(time.pending()).toBe(1 + HEAT_WATCH);
    time.advance(5);
    expect(await positionMm()).toBeGreaterThan(before);
    time.advance(2_000);
    expect(await positionMm()).toBe(15);
    expect(states()).toEqual([MOVING, MOVING, REACHED]);
  });

  test('a move goes on offline, without events', async () => {
    const { device, time, positionMm, states } = boot();
    await device.call('hdsp.xat', { xa: 50, t: 300, ...options });
    device.disconnect('link lost');
    time.advance(1_000);
    device.connect();
    expect(await positionMm()).toBe(50);
    expect(states()).toEqual([MOVING]);
  });
});

describe('stopping', () => {
  test.each([0, 0.3, 1])('a time of 0 with stop_on_target brakes at once, whatever the position (%d)', async (xp) => {
    const { device, time, positionMm, states } = boot();
    await device.call('hdsp.xpva', { xp: 1, va: 400, ...options });
    time.advance(120);
    const before = await positionMm();
    await device.call('hdsp.xpt', { xp, ...stopHere });
    expect(states()).toEqual([MOVING, STOPPED]);
    time.advance(BRAKING_MS + 1e-6);
    const rest = await positionMm();
    expect(rest - before).toBeCloseTo(400 ** 2 / (2 * 9_000), 6);
    time.advance(60_000);
    expect(await positionMm()).toBe(rest);
    expect(states()).toEqual([MOVING, STOPPED]);
    expect(time.pending()).toBe(HEAT_WATCH);
  });

  test('stopping a slider at rest neither moves it nor emits an event', async () => {
    const { device, time, positionMm, states } = boot();
    await device.call('slider.setStroke', { min: 0.5, max: 1 });
    await device.call('hdsp.xat', { xa: 90, ...stopHere });
    time.advance(1_000);
    expect(await positionMm()).toBe(LOW_MM);
    expect(states()).toEqual([]);
  });

  test('stopping brakes alternating motion as well', async () => {
    const { device, time, speedMmS } = boot();
    await device.call('hamp.start', {});
    await device.call('hamp.velocity', { velocity: 1 });
    time.advance(120);
    await device.call('hdsp.xpt', { xp: 0.5, ...stopHere });
    expect(await device.call('info.mode', {})).toMatchObject({ mode: DeviceMode.HDSP });
    time.advance(BRAKING_MS + 1e-6);
    expect(await speedMmS()).toBe(0);
  });

  test('another mode ends a running move before it begins', async () => {
    const { device, time, events, speedMmS } = boot();
    await device.call('hdsp.xpva', { xp: 1, va: 400, ...options });
    time.advance(120);
    events.length = 0;
    await device.call('info.setMode2', { mode: DeviceMode.IDLE });
    expect(events).toEqual([
      { name: 'hdsp_state_changed', data: { state: STOPPED } },
      { name: 'mode_changed', data: { mode: DeviceMode.IDLE, mode_session_id: 2 } },
    ]);
    time.advance(BRAKING_MS + 1e-6);
    expect(await speedMmS()).toBe(0);
    time.advance(5_000);
    expect(events).toHaveLength(2);
  });

  test('another mode after the arrival is not reported as a stop', async () => {
    const { device, time, states } = boot();
    await device.call('hdsp.xat', { xa: 50, t: 300, ...options });
    time.advance(400);
    await device.call('hamp.start', {});
    expect(states()).toEqual([MOVING, REACHED]);
  });

  test('closing cancels the arrival’s timer', async () => {
    const { device, time } = boot();
    await device.call('hdsp.xat', { xa: 50, t: 300, ...options });
    expect(time.pending()).toBe(1 + HEAT_WATCH);
    device.close();
    expect(time.pending()).toBe(0);
  });
});

describe('a stroke that changes', () => {
  test('changes the target of a running move to the same share of the new zone, at the requested time', async () => {
    const { device, time, positionMm, states } = boot();
    await device.call('hdsp.xpt', { xp: 1, t: 800, ...options });
    time.advance(400);
    await device.call('slider.setStroke', { min: 0, max: 0.75 });
    time.advance(399);
    expect(states()).toEqual([MOVING]);
    time.advance(1.001);
    expect(states()).toEqual([MOVING, REACHED]);
    expect(await positionMm()).toBeCloseTo(LOW_MM + LENGTH_MM * 0.75, 9);
  });

  test('clamps an absolute target to the new zone', async () => {
    const { device, time, positionMm } = boot();
    await device.call('hdsp.xava', { xa: 100, va: 100, ...options });
    time.advance(100);
    await device.call('slider.setStroke', { min: 0, max: 0.5 });
    time.advance(2_000);
    expect(await positionMm()).toBeCloseTo(LOW_MM + LENGTH_MM / 2, 9);
  });

  test('never moves a slider that has arrived or was stopped', async () => {
    const { device, time, positionMm, states } = boot();
    await device.call('hdsp.xat', { xa: 95, t: 500, ...options });
    time.advance(600);
    await device.call('slider.setStroke', { min: 0, max: 0.5 });
    time.advance(2_000);
    expect(await positionMm()).toBe(95);
    await device.call('hdsp.xpva', { xp: 0, va: 200, ...options });
    time.advance(100);
    await device.call('hdsp.xpt', { xp: 0, ...stopHere });
    await device.call('slider.setStroke', { min: 0, max: 0.1 });
    time.advance(BRAKING_MS);
    const rest = await positionMm();
    time.advance(2_000);
    expect(await positionMm()).toBe(rest);
    expect(states()).toEqual([MOVING, REACHED, MOVING, STOPPED]);
  });
});

test('a device without a slider refuses every direct move and stays in its mode', async () => {
  const { device, events } = boot('oh');
  const refused = expect.objectContaining({ kind: errorKinds.notSupported });
  await expect(device.call('hdsp.xava', { xa: 1, va: 50, ...options })).rejects.toEqual(refused);
  await expect(device.call('hdsp.xavp', { xa: 1, vp: 1, ...options })).rejects.toEqual(refused);
  await expect(device.call('hdsp.xpva', { xp: 1, va: 50, ...options })).rejects.toEqual(refused);
  await expect(device.call('hdsp.xpvp', { xp: 1, vp: 1, ...options })).rejects.toEqual(refused);
  await expect(device.call('hdsp.xat', { xa: 1, t: 50, ...options })).rejects.toEqual(refused);
  await expect(device.call('hdsp.xpt', { xp: 1, ...stopHere })).rejects.toEqual(refused);
  expect(events).toEqual([]);
});
