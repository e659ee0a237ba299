import type { MotionLimits } from '@tactus/motion';
import type { SliderState } from '@tactus/protocol';
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import type { SendCommand } from '../client/command.ts';
import { KEY, setUpDevice } from '../testing/scripted-device.ts';
import { LEAD_IN_SPEED_MM_S, type LeadInOptions, leadIn, type PlaybackLeadInParts } from './move-to-playback-start.ts';

const ZONE = { minMm: 10, maxMm: 90 };

/** A slider that executes moves, each in its time. */
function slider(changes: Partial<PlaybackLeadInParts> = {}, { blocked = false } = {}) {
  const time = createFakeTime();
  const moves: { share: number; durationMs: number; atMs: number }[] = [];
  let mm = 10;
  const state = (): SliderState => {
    const last = moves.at(-1);
    if (last && !blocked && time.monotonic() >= last.atMs + last.durationMs)
      mm = ZONE.minMm + last.share * (ZONE.maxMm - ZONE.minMm);
    const isUnderWay = last !== undefined && !blocked && time.monotonic() < last.atMs + last.durationMs;
    return {
      position: 0,
      position_absolute: mm,
      motor_temp: 25,
      speed_absolute: isUnderWay ? 50 : 0,
      dir: true,
      motor_position: 0,
    };
  };
  const parts: PlaybackLeadInParts = {
    time,
    read: async () => state(),
    move: async (share, durationMs) => void moves.push({ share, durationMs, atMs: time.monotonic() }),
    readStroke: async () => ({ min: 0.1, max: 0.9, min_absolute: ZONE.minMm, max_absolute: ZONE.maxMm }),
    maxSpeedMmS: () => Infinity,
    limitedShare: (share) => share,
    isStopped: () => false,
    ...changes,
  };
  const lead = async (share: number, options?: LeadInOptions) => {
    const { read, move, readStroke, ...others } = parts;
    const command = (async (call: string, input: { xp: number; t: number }) => {
      if (call === 'hdsp.xpt') return move(input.xp, input.t);
      return call === 'slider.state' ? read() : readStroke();
    }) as unknown as SendCommand; // the calls of a lead-in
    const done = leadIn(command, others, share, options).then(
      () => 'there',
      (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
    );
    await time.run(20_000);
    return done;
  };
  return { lead, moves, time };
}

describe('leading in to the start of a playback', () => {
  test('moves at a bounded speed, and resolves when the slider has arrived', async () => {
    const { lead, moves } = slider();
    expect(await lead(0.5)).toBe('there');
    expect(moves).toEqual([{ share: 0.5, durationMs: (40 / LEAD_IN_SPEED_MM_S) * 1_000, atMs: 0 }]);
  });

  test("is bounded further by the user's own limit and the caller's", async () => {
    const limited = slider({ maxSpeedMmS: () => 20 });
    await limited.lead(0.5);
    expect(limited.moves[0]?.durationMs).toBe(2_000);
    const caller = slider();
    await caller.lead(0.5, { speedMmS: 10 });
    expect(caller.moves[0]?.durationMs).toBe(4_000);
  });

  test('does not move a slider that is there already', async () => {
    const { lead, moves } = slider();
    expect(await lead(0.02)).toBe('there');
    expect(moves).toEqual([]);
  });

  test('rejects if the slider does not arrive', async () => {
    const { lead } = slider({}, { blocked: true });
    expect(await lead(0.5)).toBe('refused: The slider did not get to the start');
  });

  test('ends with a stop during the move', async () => {
    let stopped = false;
    const { lead, time } = slider({ isStopped: () => stopped });
    time.after(100, () => {
      stopped = true;
    });
    expect(await lead(1)).toBe('aborted: Stopped');
  });

  test('can be cancelled', async () => {
    const { lead, time } = slider();
    const controller = new AbortController();
    time.after(100, () => controller.abort());
    expect(await lead(1, { signal: controller.signal })).toBe('aborted: Request aborted');
  });
});

/** Connects, and leads in before anything else was read; returns how that ended and where the slider was sent. */
async function leadInAtOnce(
  options: Parameters<typeof setUpDevice>[0],
  share: number,
  { limits = {}, fromMm = 20 }: { limits?: Partial<MotionLimits>; fromMm?: number } = {},
) {
  const { device, cloud, time, world, after, comeOnline } = setUpDevice(options);
  world.stroke = { min: 0.2, max: 0.6, min_absolute: 20, max_absolute: 60 };
  world.slider = { ...world.slider, position_absolute: fromMm };
  device.limits.set(limits);
  const moves: unknown[] = [];
  cloud.on(
    'PUT /hdsp/xpt',
    after((body) => {
      moves.push(body);
      const { xp } = body as { xp: number }; // our own client's call
      world.slider = { ...world.slider, position_absolute: 20 + 40 * xp };
      return { state: 0 };
    }),
  );
  const done = device
    .connect(KEY)
    .then(() => device.leadIn(share))
    .then(
      () => 'there',
      (error: Error) => error.message,
    );
  await time.run(10);
  comeOnline();
  await time.run(15_000);
  return { ended: await done, moves };
}

describe('leading in right after connecting', () => {
  test('uses the stroke of the device, which was not read before', async () => {
    const { ended, moves } = await leadInAtOnce({}, 0.5);
    expect(ended).toBe('there');
    expect(moves).toEqual([expect.objectContaining({ xp: 0.5, t: (20 / LEAD_IN_SPEED_MM_S) * 1_000 })]);
  });

  test('uses the current stroke of the device, not the stored one of its last session', async () => {
    const stored = { version: 1, stroke: { min: 0, max: 1, min_absolute: 5, max_absolute: 105 } };
    const storage = {
      getItem: (name: string) => (name.endsWith(KEY) ? JSON.stringify(stored) : null),
      setItem: () => undefined,
    };
    const { ended, moves } = await leadInAtOnce({ storage }, 0.25);
    expect(ended).toBe('there');
    expect(moves).toEqual([expect.objectContaining({ xp: 0.25, t: 200 })]);
  });
});

describe('leading in under limits', () => {
  const movedTo = (xp: number, mm: number) => [
    expect.objectContaining({ xp: expect.closeTo(xp, 6), t: (mm / LEAD_IN_SPEED_MM_S) * 1_000 }),
  ];

  test.each([
    ['to the other end', 0, 20, movedTo(1, 40)],
    ['not at all if it is there', 0, 60, []],
    ['to a place near the bottom', 0.9, 60, movedTo(0.1, 36)],
  ])('a reversed slider moves %s', async (_, share, fromMm, expected) => {
    expect(await leadInAtOnce({}, share, { limits: { reversed: true }, fromMm })).toEqual({
      ended: 'there',
      moves: expected,
    });
  });

  test.each([
    ['a start below it', 0, 60, movedTo(0.25, 30)],
    ['a start above it', 1, 20, movedTo(0.75, 30)],
    ['a start below it, already at its end', 0, 30, []],
    ['a start in it', 0.5, 20, movedTo(0.5, 20)],
  ])('a slider stays in the allowed part of the stroke for %s', async (_, share, fromMm, expected) => {
    const limits = { stroke: { min: 0.3, max: 0.5 } };
    expect(await leadInAtOnce({}, share, { limits, fromMm })).toEqual({ ended: 'there', moves: expected });
  });
});
