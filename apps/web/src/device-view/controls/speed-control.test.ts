import { describe, expect, test } from 'vitest';
import { rampedPercent } from './ramp.ts';
import { BOOST_PERCENT, DEFAULT_SPEED_PERCENT } from './speed-control.ts';
import { buildSpeedControl } from './testing/speed-of-a-device.ts';

describe('starting', () => {
  test('sends nothing before the person acts', () => {
    const { sent, state } = buildSpeedControl();
    expect(sent).toEqual([]);
    expect(state().wantedPercent).toBe(DEFAULT_SPEED_PERCENT);
  });

  test('ramps from the slowest motion to the wanted speed, five commands a second, and ends exactly there', async () => {
    const { control, time, sent } = buildSpeedControl();
    await control.start(1000);
    expect(sent).toEqual([]);
    time.advance(1000);
    expect(sent).toEqual([4, 8, 12, 16, 20]);
    time.advance(5000);
    expect(sent).toHaveLength(5);
  });

  test('without a ramp goes there at once', async () => {
    const { control, sent } = buildSpeedControl();
    await control.start(0);
    expect(sent).toEqual([20]);
  });

  test('goes to the speed that the hand has chosen during the start', async () => {
    const { control, sent, state } = buildSpeedControl();
    const started = control.start(0);
    control.drag(90);
    control.release(90);
    await started;
    expect(sent).toEqual([90]);
    expect(state()).toMatchObject({ wantedPercent: 90, starting: false });
  });

  test('is abandoned when a Stop comes before the device has answered', async () => {
    const { control, time, sent, stop } = buildSpeedControl();
    const started = control.start(1000);
    stop();
    await started;
    time.advance(5000);
    expect(sent).toEqual([]);
  });

  test('leaves the device at the speed of the start when the page is left before the device has answered', async () => {
    const { control, time, sent, close, state } = buildSpeedControl();
    const started = control.start(1000);
    close();
    await started;
    time.advance(5000);
    expect(sent).toEqual([]);
    expect(state()).toMatchObject({ leading: false, starting: false });
    expect(time.pending()).toBe(0);
  });
});

describe('a Stop', () => {
  test('ends a ramp: nothing more is sent', async () => {
    const { control, time, sent, stop } = buildSpeedControl();
    await control.start(1000);
    time.advance(400);
    stop();
    time.advance(5000);
    expect(sent).toEqual([4, 8]);
  });

  test('of another client or the device itself ends a ramp too', async () => {
    const { control, time, sent, report } = buildSpeedControl();
    await control.start(1000);
    time.advance(400);
    report({ playing: false });
    time.advance(5000);
    expect(sent).toEqual([4, 8]);
  });
});

describe('while nothing moves', () => {
  test('fader and steps only set the speed of the next start', async () => {
    const { control, sent, state } = buildSpeedControl();
    control.drag(40);
    control.release(40);
    control.step(10, 1000);
    control.boost(true);
    expect(sent).toEqual([]);
    expect(state()).toMatchObject({ wantedPercent: 50, leading: false, boosted: false });
  });
});

describe('while another tab moves it', () => {
  const MOVED = { playing: true, velocity: 0.4, isOurs: false };

  test('fader and steps send nothing, and set the speed of the next start whatever the device reports', async () => {
    const { control, report, sent, state, stop } = buildSpeedControl(MOVED);
    expect(state().wantedPercent).toBe(40);
    report({ velocity: 0.3 });
    expect(state().wantedPercent).toBe(30);
    control.drag(70);
    control.release(70);
    control.step(5, 1000);
    control.boost(true);
    report({ velocity: 0.5 });
    expect([sent, state().wantedPercent, state().leading]).toEqual([[], 75, false]);
    stop();
    report({ playing: false, velocity: 0 });
    report({ isOurs: true });
    await control.start(0);
    expect(sent).toEqual([75]);
  });

  test('a speed chosen there is dropped once this tab controls the motion: a step counts from the device’s speed', () => {
    const { control, report, sent, time } = buildSpeedControl(MOVED);
    control.drag(90);
    report({ isOurs: true });
    control.step(5, 0);
    time.advance(5000);
    expect(sent).toEqual([45]);
  });
});

describe('while it moves', () => {
  const moving = { playing: true, velocity: 0.5 };

  test('the page opens with the reported speed', () => {
    expect(buildSpeedControl(moving).state().wantedPercent).toBe(50);
  });

  test('a drag is sent as it moves, and the control shows it until the device has reported back', () => {
    const { control, time, sent, state } = buildSpeedControl(moving);
    control.drag(55);
    control.drag(60);
    expect(sent).toEqual([55, 60]);
    control.release(60);
    expect(state().leading).toBe(true);
    time.advance(1500);
    expect(state().leading).toBe(false);
  });

  test('a step is ramped and stays inside 0-100', () => {
    const { control, time, sent, state } = buildSpeedControl(moving);
    control.step(25, 400);
    time.advance(400);
    expect(sent).toEqual([63, 75]);
    control.step(25, 0);
    control.step(25, 0);
    expect(state().wantedPercent).toBe(100);
  });

  test('a boost goes faster while it is held and ends when it is released', () => {
    const { control, time, sent, state } = buildSpeedControl(moving);
    control.boost(true);
    time.advance(400);
    expect(sent.at(-1)).toBe(50 + BOOST_PERCENT);
    expect(state().wantedPercent).toBe(50);
    time.advance(60_000);
    control.boost(false);
    time.advance(400);
    expect(sent.at(-1)).toBe(50);
  });

  test('the next step counts from another client’s change', () => {
    const { control, sent, report } = buildSpeedControl(moving);
    report({ velocity: 0.3 });
    control.step(5, 0);
    expect(sent).toEqual([35]);
  });

  test('leaving during a boost returns the device to the chosen speed', () => {
    const { control, time, sent, close } = buildSpeedControl(moving);
    control.boost(true);
    time.advance(200);
    close();
    expect(sent.at(-1)).toBe(50);
    expect(time.pending()).toBe(0);
  });

  test('leaving during a boost that is held for long does so too, and the button that goes with the page sends nothing', () => {
    const { control, time, sent, close } = buildSpeedControl(moving);
    control.boost(true);
    time.advance(60_000);
    const before = sent.length;
    close();
    control.boost(false);
    time.advance(5_000);
    expect(sent.slice(before)).toEqual([50]);
    expect(time.pending()).toBe(0);
  });

  test('a speed that did not arrive as the page was left is not sent again later', () => {
    const { control, time, sent, cut, restore, close } = buildSpeedControl(moving);
    control.boost(true);
    time.advance(200);
    cut();
    close();
    const before = sent.length;
    restore();
    time.advance(60_000);
    expect(sent.slice(before)).toEqual([]);
  });
});

test('a ramp is linear, in whole per cent, and ends exactly at its end', () => {
  const at = (elapsedMs: number) => rampedPercent({ from: 0, to: 33, elapsedMs, rampMs: 1000 });
  expect([0, 500, 999, 1000, 5000].map(at)).toEqual([0, 17, 33, 33, 33]);
  expect(rampedPercent({ from: 80, to: 20, elapsedMs: 500, rampMs: 1000 })).toBe(50);
  expect(rampedPercent({ from: 80, to: 20, elapsedMs: 0, rampMs: 0 })).toBe(20);
});

describe('under the person’s limits', () => {
  test('a wanted speed above them stays wanted, for the steps up and the next start', () => {
    const { control, time, report, state } = buildSpeedControl({ playing: true, velocity: 0.2, limited: true });
    control.drag(80);
    control.release(80);
    report({ velocity: 0.4 });
    time.advance(5_000);
    report({ velocity: 0.5 });
    expect(state()).toMatchObject({ leading: false, wantedPercent: 80 });
    control.step(5, 0);
    expect(state().wantedPercent).toBe(85);
  });

  test('a step down counts from the limited speed', () => {
    const { control, time, sent, report } = buildSpeedControl({ playing: true, velocity: 0.2, limited: true });
    control.drag(80);
    control.release(80);
    report({ velocity: 0.4 });
    time.advance(5_000);
    control.step(-5, 0);
    expect(sent.at(-1)).toBe(35);
  });

  test('a preset goes to its speed, whatever the limited speed', () => {
    const { control, time, sent, report, state } = buildSpeedControl({ playing: true, velocity: 0.2, limited: true });
    control.set(60, 0);
    report({ velocity: 0.25 });
    time.advance(5_000);
    control.set(15, 0);
    expect(sent.at(-1)).toBe(15);
    expect(state().wantedPercent).toBe(15);
  });

  test('a faster speed of another client is still followed', () => {
    const { report, state } = buildSpeedControl({ playing: true, velocity: 0.2, limited: true });
    report({ velocity: 0.6 });
    expect(state().wantedPercent).toBe(60);
  });
});
