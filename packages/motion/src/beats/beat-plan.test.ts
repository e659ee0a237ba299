import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BeatShape } from './beat.ts';
import { type BeatLap, lapEndMs, lapMiddleMs, pointsOfLaps } from './beat-laps.ts';
import { extendLapPlan, type LapContent, lapPlanWithBeat, lapPlanWithTempo } from './beat-plan.ts';

const beat: BeatShape = { levels: [10, 100, 10, 100], fillPoints: true, addEndPoint: true };
const next = (before: BeatLap | undefined): LapContent<BeatLap> => ({
  beat: before?.beat ?? beat,
  cellMs: before?.laterCellMs ?? 250,
  laterCellMs: before?.laterCellMs ?? 250,
});
const tempos = (laps: readonly BeatLap[]) => laps.map(({ cellMs, laterCellMs }) => [cellMs, laterCellMs]);
const plan = extendLapPlan<BeatLap>([], 4_000, next);

test('laps follow one another without a gap until the time that is requested', () => {
  expect(plan.map(({ startMs }) => startMs)).toEqual([0, 1_000, 2_000, 3_000]);
  expect(extendLapPlan(plan, 4_000, next)).toEqual(plan);
  expect(extendLapPlan(plan, 4_001, next)).toHaveLength(5);
  expect(extendLapPlan<BeatLap>([], 0, next)).toHaveLength(1);
});

describe('another tempo while it plays', () => {
  test('counts from the middle of the lap', () => {
    const laps = extendLapPlan(lapPlanWithTempo(plan, { fromMs: 1_200, cellMs: 100, atHalf: true }), 4_000, next);
    expect(tempos(laps).slice(0, 3)).toEqual([
      [250, 250],
      [250, 100],
      [100, 100],
    ]);
    expect(lapMiddleMs(laps[1] ?? plan[0] ?? expect.fail())).toBe(1_500);
    expect(laps[2]?.startMs).toBe(1_700);
  });

  test('counts from the middle of the next lap where that of this one is past', () => {
    const laps = extendLapPlan(lapPlanWithTempo(plan, { fromMs: 1_600, cellMs: 100, atHalf: true }), 4_000, next);
    expect(tempos(laps).slice(1, 4)).toEqual([
      [250, 250],
      [250, 100],
      [100, 100],
    ]);
  });

  test('replaces a planned change, but not one that has taken effect', () => {
    const once = extendLapPlan(lapPlanWithTempo(plan, { fromMs: 1_200, cellMs: 100, atHalf: true }), 9_000, next);
    const twice = lapPlanWithTempo(once, { fromMs: 1_300, cellMs: 400, atHalf: true });
    expect(tempos(twice)).toEqual([
      [250, 250],
      [250, 400],
    ]);
    const later = lapPlanWithTempo(once, { fromMs: 1_600, cellMs: 400, atHalf: true });
    expect(tempos(later)).toEqual([
      [250, 250],
      [250, 100],
      [100, 400],
    ]);
  });

  test('counts from the next lap if changes at half are off', () => {
    const laps = lapPlanWithTempo(plan, { fromMs: 1_200, cellMs: 100, atHalf: false });
    expect(tempos(laps)).toEqual([
      [250, 250],
      [250, 250],
      [100, 100],
    ]);
  });

  test('changes nothing after the end of the plan', () => {
    expect(lapPlanWithTempo(plan, { fromMs: 9_000, cellMs: 100, atHalf: true })).toEqual(plan);
    expect(lapPlanWithBeat(plan, { fromMs: 9_000, beat })).toEqual(plan);
  });

  test('changes no point that is due before it, whenever it comes and however often', () => {
    const changes = fc.array(fc.tuple(fc.nat(900), fc.integer({ min: 50, max: 1_000 }), fc.boolean()));
    fc.assert(
      fc.property(changes, (list) => {
        let laps = plan;
        let nowMs = 0;
        for (const [afterMs, cellMs, atHalf] of list) {
          nowMs += afterMs;
          const before = pointsOfLaps(extendLapPlan(laps, nowMs + 10_000, next));
          laps = extendLapPlan(
            lapPlanWithTempo(extendLapPlan(laps, nowMs + 10_000, next), { fromMs: nowMs, cellMs, atHalf }),
            nowMs + 10_000,
            next,
          );
          const after = pointsOfLaps(laps);
          expect(after.filter(({ t }) => t < nowMs)).toEqual(before.filter(({ t }) => t < nowMs));
          laps.forEach((lap, index) => {
            expect(lap.startMs).toBe(index === 0 ? 0 : lapEndMs(laps[index - 1] ?? lap));
          });
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('another beat while it plays', () => {
  const other: BeatShape = { levels: [50, 60, 70, 80], fillPoints: false, addEndPoint: false };

  test('does not change the columns that are due before it', () => {
    const laps = lapPlanWithBeat(plan, { fromMs: 1_300, beat: other });
    expect(laps).toHaveLength(2);
    expect(laps[1]?.beat).toEqual({ ...other, levels: [10, 100, 70, 80] });
  });

  test('begins with the next lap where its grid has another size', () => {
    const laps = lapPlanWithBeat(plan, { fromMs: 1_300, beat: { ...other, levels: [50, 60] } });
    expect(laps).toEqual(plan.slice(0, 2));
  });
});
