import { createRandom } from '@tactus/time';
import { describe, expect, test } from 'vitest';
import { bootDevice, mmOf, type Pairs } from '../../testing/booted-device.ts';
import { fidelityOf, type Seen, scriptMm } from '../../testing/fidelity.ts';
import { streamScript } from '../../testing/streamed-script.ts';

const STROKE_MM = mmOf(100) - mmOf(0);
const MAX_ACCELERATION_MM_S2 = 9_000;
const MINUTE_MS = 60_000;
/** How long the slider may take to catch up after a jump of the stream. */
const CATCH_UP_MS = 400;

/** Ten minutes, a point every 200 ms, the sum of three waves that never repeat; below 60 percent a second. */
const SMOOTH: Pairs = Array.from({ length: 3_001 }, (_, index) => {
  const seconds = index / 5;
  const wave = 30 * Math.sin(seconds * 0.9) + 10 * Math.sin(seconds * 2.17 + 1) + 5 * Math.sin(seconds * 0.113);
  return [index * 200, Math.round(50 + wave)] as const;
});

function expectFollowed(seen: readonly Seen[], rate = 1): void {
  const { lagMs, worstMm } = fidelityOf(SMOOTH, seen, rate);
  expect(Math.abs(lagMs)).toBeLessThan(5);
  expect(worstMm).toBeLessThan(STROKE_MM / 100);
}

/** A device that plays the script from its beginning, after it has caught up. */
async function playing(more: { readonly playback_rate?: number; readonly loop?: boolean } = {}) {
  const streamed = await streamScript(SMOOTH);
  await streamed.feed(0);
  await streamed.play(more);
  return {
    ...streamed,
    /** Waits until the slider has caught up, then records it; returns the script time after that. */
    async follow(durationMs: number, fromMs: number, rate = 1): Promise<number> {
      await streamed.watch(CATCH_UP_MS, fromMs, rate);
      expectFollowed(await streamed.watch(durationMs, fromMs + CATCH_UP_MS * rate, rate), rate);
      return fromMs + (CATCH_UP_MS + durationMs) * rate;
    },
  };
}

test('the measurement finds a delay, and the remaining deviation', () => {
  const seen = Array.from({ length: 12_000 }, (_, index) => {
    const scriptMs = index * 5;
    return { scriptMs, mm: scriptMm(SMOOTH, scriptMs - 12) + (index % 2) * 2 };
  });
  const { lagMs, worstMm } = fidelityOf(SMOOTH, seen);
  expect(lagMs).toBe(12);
  expect(worstMm).toBeCloseTo(2, 6);
});

describe('a smooth script of ten minutes, streamed in adds of 100 points', () => {
  test('is followed within 1 % of the stroke and 5 ms', async () => {
    const { follow, names } = await playing();
    await follow(10 * MINUTE_MS - 2 * CATCH_UP_MS, 0);
    expect(names()).toEqual(['device_clock_synchronized', 'mode_changed']);
  });

  test.each([0.5, 2])('is followed at the rate %d', async (rate) => {
    const { follow } = await playing({ playback_rate: rate });
    await follow(4 * MINUTE_MS, 0, rate);
  });

  test('is followed through pauses, whether continued or picked up', async () => {
    const { device, follow, time, state } = await playing();
    let at = await follow(MINUTE_MS, 0);
    for (const pick_up of [false, true, false, true]) {
      await device.call('hsp.pause', {});
      time.advance(2_345);
      await device.call('hsp.resume', { pick_up });
      if (pick_up) at += 2_345;
      at = await follow(MINUTE_MS, at);
    }
    expect((await state()).current_time).toBe(at);
  });

  test('is followed through seeks: inside the buffer, and outside it with the new points in the play', async () => {
    const { play, addFrom, follow } = await playing();
    await follow(MINUTE_MS, 0);
    await play({ start_time: 12_345 });
    await follow(MINUTE_MS, 12_345);
    await play({ start_time: 400_100, add: addFrom(400_100) });
    const at = await follow(MINUTE_MS, 400_100);
    await play({ start_time: 100_000, add: addFrom(100_000) });
    await follow(MINUTE_MS, 100_000);
    expect(at).toBe(400_100 + MINUTE_MS + CATCH_UP_MS);
  });

  test('is followed through corrections of its clock and changes of its rate', async () => {
    const { device, follow, time } = await playing();
    const sync = (current_time: number, filter: number) =>
      device.call('hsp.synctime', { current_time, server_time: time.now(), filter });
    let at = await follow(MINUTE_MS, 0);
    await sync(at + 300, 1);
    at = await follow(MINUTE_MS, at + 300);
    await sync(at - 200, 0.5);
    at = await follow(MINUTE_MS, at - 100);
    for (const rate of [0.5, 2, 1]) {
      await device.call('hsp.playbackrate', { playback_rate: rate });
      at = await follow(MINUTE_MS, at, rate);
    }
  });

  test('is followed lap after lap when it loops', async () => {
    const { feed, follow, time, state } = await playing({ loop: true });
    await feed(10 * MINUTE_MS);
    time.advance(10 * MINUTE_MS);
    expect((await state()).points).toBe(3_001);
    await follow(2 * MINUTE_MS, 0);
    time.advance(8 * MINUTE_MS - CATCH_UP_MS);
    await follow(2 * MINUTE_MS, 0);
  });
});

describe('a sharp script', () => {
  test('is followed within v^2 / 4a, v being the speed of the faster leg, at its corners and between them', async () => {
    const random = createRandom(20_261_121);
    const script: [number, number][] = [[0, 0]];
    for (let [t, x, index] = [0, 0, 0]; index < 90; index += 1) {
      const way = random.integer(15, 60);
      x += x + way > 100 || (x >= way && random.next() < 0.5) ? -Math.min(x, way) : way;
      t += random.integer(250, 700);
      script.push([t, x]);
    }
    const { add, play, time, mm } = bootDevice();
    await add(script);
    await play();
    const speedMmS = (index: number) => {
      const [from, to] = [script[index], script[index + 1]];
      return from && to ? (1_000 * Math.abs(mmOf(to[1]) - mmOf(from[1]))) / (to[0] - from[0]) : 0;
    };
    /** The tolerance at a corner: v is the speed of its faster leg. */
    const toleratedMm = (corner: number) =>
      Math.max(speedMmS(corner - 1), speedMmS(corner)) ** 2 / (4 * MAX_ACCELERATION_MM_S2) + 0.01;
    const endMs = script.at(-1)?.[0] ?? 0;
    const tooFar: object[] = [];
    // The first leg begins at rest, off its line.
    for (let atMs = 0; atMs <= endMs; atMs += 1, time.advance(1)) {
      const leg = script.findLastIndex(([t]) => t <= atMs);
      if (leg === 0) continue;
      const isNear = (corner: number) =>
        Math.abs(atMs - (script[corner]?.[0] ?? Infinity)) <= (1_000 * speedMmS(corner)) / MAX_ACCELERATION_MM_S2;
      const corners = [leg, leg + 1].filter(isNear);
      const mostMm = Math.max(...(corners.length === 0 ? [leg, leg + 1] : corners).map(toleratedMm));
      const offMm = Math.abs((await mm()) - scriptMm(script, atMs));
      if (offMm >= mostMm) tooFar.push({ atMs, offMm, mostMm });
    }
    expect(tooFar).toEqual([]);
  });
});
