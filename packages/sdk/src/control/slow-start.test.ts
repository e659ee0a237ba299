import { describe, expect, test } from 'vitest';
import { DeviceError } from '../errors.ts';
import { initialState } from '../state/device-state.ts';
import { setUpLimits as setUp } from '../testing/limited-handy.ts';

describe('a slow start', () => {
  test('raises alternating motion from the slowest to the requested speed, in several calls', async () => {
    const { set, apply, hamp, time, resent } = setUp();
    set({ rampMs: 2000 });
    apply('hamp.start', {});
    hamp(true);
    expect(apply('hamp.velocity', { velocity: 0.8 })).toEqual({ velocity: 0 });
    await time.run(10_000);
    expect(resent).toEqual([
      'hamp.velocity {"velocity":0.2}',
      'hamp.velocity {"velocity":0.4}',
      'hamp.velocity {"velocity":0.6}',
      'hamp.velocity {"velocity":0.8}',
    ]);
    expect(apply('hamp.velocity', { velocity: 1 })).toEqual({ velocity: 1 });
  });

  test('takes its whole time to a low speed too, and sends nothing once that is reached', async () => {
    const { set, apply, hamp, time, resent, isRising } = setUp();
    set({ rampMs: 5000 });
    apply('hamp.start', {});
    hamp(true);
    expect(apply('hamp.velocity', { velocity: 0.2 })).toEqual({ velocity: 0 });
    await time.run(2_500);
    expect(resent.at(-1)).toBe('hamp.velocity {"velocity":0.1}');
    expect(isRising()).toBe(true);
    await time.run(2_500);
    expect(resent.at(-1)).toBe('hamp.velocity {"velocity":0.2}');
    expect(isRising()).toBe(false);
  });

  test('rises from the current speed to a newly requested one, and falls at once', async () => {
    const { set, apply, hamp, time, resent } = setUp();
    set({ rampMs: 4000 });
    apply('hamp.start', {});
    hamp(true);
    apply('hamp.velocity', { velocity: 0.2 });
    await time.run(2_000);
    expect(apply('hamp.velocity', { velocity: 0.9 })).toEqual({ velocity: 0.1 });
    await time.run(1_000);
    expect(resent.at(-1)).toBe('hamp.velocity {"velocity":0.5}');
    expect(apply('hamp.velocity', { velocity: 0.4 })).toEqual({ velocity: expect.closeTo(0.3, 9) });
    await time.run(1_000);
    expect(resent.at(-1)).toBe('hamp.velocity {"velocity":0.4}');
  });

  test('applies changed limits at once, and continues to the requested speed', async () => {
    const { set, apply, hamp, time, resent } = setUp();
    set({ rampMs: 4000 });
    apply('hamp.start', {});
    hamp(true);
    apply('hamp.velocity', { velocity: 0.8 });
    await time.run(2_100);
    resent.length = 0;
    set({ maxSpeedMmS: 80 });
    await time.run(1);
    expect(resent).toEqual([expect.stringContaining('"velocity":0.1')]);
    await time.run(5_000);
    expect(resent.at(-1)).toBe('hamp.velocity {"velocity":0.2}');
  });

  test('rises to the speed limit if that is lower', async () => {
    const { set, apply, hamp, time, resent } = setUp();
    set({ rampMs: 1000, maxSpeedMmS: 200 });
    apply('hamp.start', {});
    hamp(true);
    apply('hamp.velocity', { velocity: 1 });
    await time.run(5000);
    expect(resent).toEqual(['hamp.velocity {"velocity":0.25}', 'hamp.velocity {"velocity":0.5}']);
  });

  test('raises a vibration too', async () => {
    const { set, apply, be, time, resent } = setUp();
    set({ rampMs: 1000 });
    const wanted = { amplitude: 0.9, frequency: 75, position: 0 };
    expect(apply('hvp.setState', wanted)).toEqual({ ...wanted, amplitude: 0 });
    be({ hvp: { ...initialState.hvp, enabled: true } });
    await time.run(5000);
    expect(resent.map((text) => JSON.parse(text.replace('hvp.setState ', '')).amplitude)).toEqual([0.45, 0.9]);
  });

  test('slows direct moves until its time is over; after a rest of two seconds it begins again', () => {
    const { set, apply, time } = setUp();
    set({ rampMs: 1000 });
    const speed = () => Math.round((apply('hdsp.xava', { xa: 50, va: 400 }) as { va: number }).va); // a field of that call
    expect(speed()).toBe(32);
    time.advance(500);
    expect(speed()).toBe(200);
    time.advance(500);
    expect(speed()).toBe(400);
    time.advance(2001);
    expect(speed()).toBe(32);
  });

  test('ends with a Stop: nothing rises after it, and the next motion is a start', () => {
    const { set, apply, hamp, time, resent, stopped } = setUp();
    set({ rampMs: 2000 });
    apply('hamp.start', {});
    hamp(true);
    apply('hamp.velocity', { velocity: 1 });
    time.advance(600);
    stopped();
    hamp(false);
    time.advance(10_000);
    expect(resent).toHaveLength(1);
    apply('hamp.start', {});
    expect(apply('hamp.velocity', { velocity: 1 })).toEqual({ velocity: 0 });
  });

  test('sends a lost last step again once the device can be reached, while it moves', async () => {
    const { set, apply, hamp, be, time, resent, cut } = setUp();
    set({ rampMs: 1000 });
    apply('hamp.start', {});
    hamp(true);
    apply('hamp.velocity', { velocity: 0.8 });
    await time.run(600);
    cut(true);
    await time.run(500);
    expect(resent.at(-1)).toBe('hamp.velocity {"velocity":0.8}');
    be({ sseConnected: false });
    cut(false);
    const before = resent.length;
    await time.run(5_000);
    expect(resent).toHaveLength(before);
    be({ sseConnected: true });
    await time.run(5_000);
    expect(resent.slice(before)).toEqual(['hamp.state {}', 'hamp.velocity {"velocity":0.8}']);
    expect(time.pending()).toBe(0);
  });

  test('does not restart a vibration that another client stopped while events were missed', async () => {
    const { set, apply, be, time, resent, readsAs } = setUp();
    set({ rampMs: 2000 });
    apply('hvp.setState', { amplitude: 0.8, frequency: 50, position: 0 });
    be({ hvp: { ...initialState.hvp, enabled: true } });
    be({ sseConnected: false });
    await time.run(3_000);
    readsAs({ enabled: false });
    be({ sseConnected: true });
    await time.run(10_000);
    expect(resent).toEqual(['hvp.state {}']);
    expect(time.pending()).toBe(0);
  });

  test('continues slowly after an outage of many seconds', async () => {
    const { set, apply, hamp, time, resent, loseFor } = setUp();
    set({ rampMs: 4000 });
    apply('hamp.start', {});
    hamp(true);
    apply('hamp.velocity', { velocity: 0.8 });
    await time.run(600);
    loseFor(10_000);
    await time.run(20_000);
    expect(resent.map((call) => call.split(' ')[1])).toEqual([
      '{"velocity":0.1}',
      '{"velocity":0.2}',
      '{}',
      ...['0.2', '0.3', '0.4', '0.5', '0.6', '0.7', '0.8'].map((speed) => `{"velocity":${speed}}`),
    ]);
  });

  /** Steps to the speed of 0.8 whose first was due while events were missed for this long. */
  async function stepsAfter(awayMs: number, between: (parts: ReturnType<typeof setUp>) => void = () => undefined) {
    const parts = setUp();
    const { set, apply, hamp, be, time, resent } = parts;
    set({ rampMs: 2000 });
    apply('hamp.start', {});
    hamp(true);
    apply('hamp.velocity', { velocity: 0.8 });
    await time.run(600);
    be({ sseConnected: false });
    await time.run(awayMs);
    between(parts);
    resent.length = 0;
    be({ sseConnected: true });
    await time.run(10_000);
    expect(time.pending()).toBe(0);
    return resent;
  }

  const goesOn = [
    'hamp.state {}',
    'hamp.velocity {"velocity":0.4}',
    'hamp.velocity {"velocity":0.6}',
    'hamp.velocity {"velocity":0.8}',
  ];

  test('continues after an outage at its last speed, and not after one of more than a minute', async () => {
    expect(await stepsAfter(50_000)).toEqual(goesOn);
    expect(await stepsAfter(70_000)).toEqual([]);
  });

  test('continues at its last speed after the motion was unknown for a while', async () => {
    const forgetsIt = ({ hamp, apply }: ReturnType<typeof setUp>) => {
      hamp(false);
      apply('slider.state', {});
      hamp(true, 0.25);
    };
    expect(await stepsAfter(50_000, forgetsIt)).toEqual(goesOn);
  });

  test.each([0.1, 0.9])(
    'does not change the speed of %d that another client set during an outage',
    async (velocity) => {
      expect(await stepsAfter(5_000, ({ hamp }) => hamp(true, velocity))).toEqual(['hamp.state {}']);
    },
  );

  test('does not change a speed that another client set during the ramp', async () => {
    const { set, apply, hamp, time, resent } = setUp();
    set({ rampMs: 2000 });
    apply('hamp.start', {});
    hamp(true);
    apply('hamp.velocity', { velocity: 0.8 });
    await time.run(1_100);
    hamp(true, 0.1);
    await time.run(10_000);
    expect(resent).toHaveLength(2);
    expect(time.pending()).toBe(0);
  });

  test('does not change a strength that another client set during an outage', async () => {
    const { set, apply, be, time, resent } = setUp();
    set({ rampMs: 2000 });
    apply('hvp.setState', { amplitude: 0.8, frequency: 50, position: 0 });
    const vibrates = (amplitude: number) => be({ hvp: { enabled: true, amplitude, frequency: 50, position: 0 } });
    vibrates(0);
    await time.run(600);
    be({ sseConnected: false });
    await time.run(3_000);
    vibrates(0.05);
    be({ sseConnected: true });
    await time.run(10_000);
    expect(resent.slice(1)).toEqual(['hvp.state {}']);
  });

  test.each([
    ['refused', 1],
    ['bad-input', 1],
    ['held-elsewhere', 1],
    ['updating', 1],
    ['unauthenticated', 1],
    ['not-connected', 4],
    ['timeout', 4],
    ['rate-limited', 4],
  ] as const)('a step that fails as %s is tried %i times within four seconds', async (code, times) => {
    const { set, apply, hamp, time, resent, fail } = setUp();
    set({ rampMs: 2000 });
    apply('hamp.start', {});
    hamp(true);
    apply('hamp.velocity', { velocity: 0.8 });
    fail(new DeviceError(code, ''));
    await time.run(3_900);
    expect(resent).toHaveLength(times);
  });

  test('does not send a lost step to a device that was stopped meanwhile', async () => {
    const { set, apply, hamp, time, resent, cut, stopped } = setUp();
    set({ rampMs: 1000 });
    apply('hamp.start', {});
    hamp(true);
    apply('hamp.velocity', { velocity: 0.8 });
    cut(true);
    await time.run(1_100);
    stopped();
    hamp(false);
    const before = resent.length;
    await time.run(10_000);
    expect(resent).toHaveLength(before);
  });

  test.each(['hamp.stop', 'hsp.play', 'hdsp.xpt'] as const)('ends with %s', (call) => {
    const { set, apply, hamp, time, resent } = setUp();
    set({ rampMs: 2000 });
    apply('hamp.start', {});
    hamp(true);
    apply('hamp.velocity', { velocity: 1 });
    apply(call, {});
    time.advance(10_000);
    expect(resent).toEqual([]);
  });

  test('does not slow a device that another client has set in motion already', () => {
    const { set, apply, hamp } = setUp();
    hamp(true);
    set({ rampMs: 2000 });
    expect(apply('hamp.velocity', { velocity: 0.8 })).toEqual({ velocity: 0.8 });
  });
});
