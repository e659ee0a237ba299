import type { Plan } from '../plan.ts';

/** The next instant strictly after `timeMs` at which the acceleration changes; undefined once the plan is at rest for ever. */
export function nextKnotMs({ startMs, knots, cycleFrom }: Plan, timeMs: number): number | undefined {
  const lastMs = knots.at(-1)?.atMs ?? 0;
  const cycleMs = cycleFrom === undefined ? lastMs : (knots[cycleFrom]?.atMs ?? 0);
  const periodMs = lastMs - cycleMs;
  const intoCyclesMs = timeMs - startMs - cycleMs;
  // The remainder of two doubles is exact: no error accumulates over hours.
  const elapsedMs = intoCyclesMs > 0 && periodMs > 0 ? intoCyclesMs - (intoCyclesMs % periodMs) : 0;
  // A knot of the present cycle may be rounded to this very instant: then the next one is in the next cycle.
  const passesMs = periodMs > 0 ? [elapsedMs, elapsedMs + periodMs] : [0];
  const instants = passesMs.flatMap((passMs) => knots.map(({ atMs }) => startMs + passMs + atMs));
  return instants.find((instantMs) => instantMs > timeMs);
}
