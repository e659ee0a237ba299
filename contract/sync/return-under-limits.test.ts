/** A device is away for a moment while it plays points, and its limits change: the speed of its slider from its return on. */
import { createPointStream, type MotionLimits } from '@tactus/sdk';
import { describe, expect, test } from 'vitest';
import { profiles } from '../sdk/cloud-and-device.ts';
import { virtualWorld } from '../sdk/cloud-in-virtual-time.ts';

/** Strokes of 80 mm/s. */
const POINTS = Array.from({ length: 400 }, (_, index) => ({ t: index * 1_000, x: index % 2 === 0 ? 10 : 90 }));
const STEP_MS = 20;
/** What the slider adds while it catches up with a course. */
const CATCH_UP = 1.2;
/** The speed of a slider that joins points, without a limit. */
const JOIN_MM_S = 200;

type Profile = (typeof profiles)[number];

/** A stream that has played for a while, over a network with a round trip. */
async function playing(
  profile: Profile,
  options: { limits?: Partial<MotionLimits>; playedMs?: number; tripMs?: number },
) {
  const { limits = {}, playedMs = 8_300, tripMs = 60 } = options;
  const world = await virtualWorld({ profile });
  const { time, virtual } = world;
  /** When a play last reached the device. */
  let playedAtMs = -Infinity;
  /** The call whose requests do not reach the device, or whose answers do not come. */
  let lost: { readonly path: string; readonly isAnswer: boolean } | undefined;
  const device = await world.connected({
    async fetch(url, init) {
      if (url.includes('/sse')) return world.fetch(url, init);
      await time.sleep(tripMs / 2);
      const isLost = lost !== undefined && url.includes(lost.path);
      const answer = isLost && !lost?.isAnswer ? undefined : await world.fetch(url, init);
      if (!answer || isLost) throw new TypeError('network');
      if (url.includes('/hsp/play')) playedAtMs = time.monotonic();
      await time.sleep(tripMs / 2);
      return answer;
    },
  });
  device.limits.set(limits);
  const stream = createPointStream(device, { time, source: { points: POINTS } });
  await world.settled(stream.play());
  await time.run(playedMs);

  async function away(): Promise<void> {
    virtual.disconnect('wifi');
    await time.run(2_000);
    lost = undefined;
  }

  /** The highest speed of the next seconds, from the next play on, mm/s. */
  async function peakMmS(): Promise<number> {
    const isLimited = device.limits.current().maxSpeedMmS < Infinity;
    // At first it brakes from the speed of before.
    const countedAfterMs = STEP_MS + (isLimited ? 60 : 0);
    const fromMs = time.monotonic();
    let [peak, lastMm] = [0, Number.NaN];
    for (let passedMs = 0; passedMs < 5_000; passedMs += STEP_MS) {
      await time.run(STEP_MS);
      const { position_absolute: mm } = await virtual.call('slider.state', {});
      const isCounted = playedAtMs > fromMs && time.monotonic() - playedAtMs >= countedAfterMs;
      if (isCounted) peak = Math.max(peak, (Math.abs(mm - lastMm) / STEP_MS) * 1_000);
      lastMm = mm;
    }
    expect([playedAtMs > fromMs, stream.store.getState().phase]).toEqual([true, 'playing']);
    return peak;
  }
  const lose = (path: string, isAnswer = false) => {
    lost = { path, isAnswer };
  };
  return { ...world, device, away, comeBack: () => virtual.connect(), lose, peakMmS };
}

const CHANGES: readonly [name: string, before: Partial<MotionLimits>, then: Partial<MotionLimits>, mmS: number][] = [
  ['is limited', {}, { maxSpeedMmS: 40 }, 40],
  ['is limited further', { maxSpeedMmS: 60 }, { maxSpeedMmS: 30 }, 30],
  ['is limited, and the stroke', {}, { maxSpeedMmS: 40, stroke: { min: 0.4, max: 0.6 } }, 40],
  ['is not limited any more', { maxSpeedMmS: 40 }, { maxSpeedMmS: Infinity }, JOIN_MM_S],
  ['stays free, and the points are mirrored', {}, { reversed: true }, JOIN_MM_S],
  ['stays free in the whole stroke', { stroke: { min: 0.4, max: 0.6 } }, { stroke: { min: 0, max: 1 } }, JOIN_MM_S],
];

describe.each(profiles)('under the profile %s the slider of a device that comes back', (profile) => {
  test.each(CHANGES)('moves within the limit: its speed %s meanwhile', async (_, limits, then, mmS) => {
    for (const tripMs of [60, 250])
      for (const playedMs of [8_300, 8_650]) {
        const { device, away, comeBack, peakMmS, close } = await playing(profile, { limits, playedMs, tripMs });
        await away();
        device.limits.set(then);
        comeBack();
        expect(await peakMmS()).toBeLessThan(mmS * CATCH_UP);
        await close();
      }
  });

  test('moves within a limit that is set later', async () => {
    const { time, device, away, comeBack, peakMmS } = await playing(profile, {});
    await away();
    comeBack();
    await time.run(3_000);
    device.limits.set({ maxSpeedMmS: 40 });
    expect(await peakMmS()).toBeLessThan(40 * CATCH_UP);
  });

  test('moves within a limit whose points were lost when it went', async () => {
    const { time, device, away, comeBack, lose, peakMmS } = await playing(profile, {});
    lose('/hsp/play');
    device.limits.set({ maxSpeedMmS: 40 });
    await time.run(60);
    await away();
    comeBack();
    expect(await peakMmS()).toBeLessThan(40 * CATCH_UP);
  });

  test('moves within a limit that is set after an add without an answer', async () => {
    const { time, device, away, comeBack, lose, peakMmS } = await playing(profile, { playedMs: 5_000 });
    lose('/hsp/add', true);
    await time.run(1_106);
    await away();
    device.limits.set({ maxSpeedMmS: 40 });
    comeBack();
    expect(await peakMmS()).toBeLessThan(40 * CATCH_UP);
  });
});

test.each(profiles)('under the profile %s a slider enters a smaller stroke within the limit', async (profile) => {
  for (const playedMs of [8_400, 8_600, 8_900]) {
    const { device, peakMmS, close } = await playing(profile, { playedMs, tripMs: 250 });
    device.limits.set({ maxSpeedMmS: 40, stroke: { min: 0.4, max: 0.6 } });
    expect(await peakMmS()).toBeLessThan(40 * CATCH_UP);
    await close();
  }
});
