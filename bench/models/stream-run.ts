import { type FeederOptions, recordedSource, type ScriptPoint } from '@tactus/motion';
import { createSimulation, type StreamNetworkModel } from '@tactus/motion/testing';
import { createRandom } from '@tactus/time';

const HOUR_MS = 3_600_000;
/** Capacity of the device's buffer, in points. */
export const BUFFER = 4_000;
const FULL: FeederOptions = { pointsPerAdd: 100, maxInFlight: 3, aheadLimitMs: Infinity, liveTickMs: 250 };

/** The result of some hours of streaming. */
export interface StreamRun {
  readonly starvations: number;
  readonly requests: number;
  readonly points: number;
  /** Points doubled, left out or overwritten before they were played. */
  readonly mistakes: number;
}

/** A recorded stream of this many points a second. */
export function script(pointsPerS: number, hours: number): ScriptPoint[] {
  const gapMs = 1_000 / pointsPerS;
  const count = Math.floor((hours * HOUR_MS) / gapMs);
  return Array.from({ length: count }, (_, index) => ({ t: Math.round(index * gapMs), x: (index * 37) % 101 }));
}

/** The feeder: with the buffer filled, or with a limited lead. */
export function runFeeder(
  network: StreamNetworkModel,
  { pointsPerS, hours, seed, aheadLimitMs = Infinity }: StreamCase,
): StreamRun {
  const points = script(pointsPerS, hours);
  const simulation = createSimulation({
    source: recordedSource(points),
    maxPoints: BUFFER,
    network,
    random: createRandom(seed),
    feeding: { ...FULL, aheadLimitMs },
    timeoutMs: Infinity,
    lostRequests: 0,
    lostAnswers: 0,
  });
  simulation.handle({ type: 'prime', streamMs: 0, maxPoints: BUFFER });
  simulation.runUntil(300_000, () => simulation.state.flights.length === 0);
  simulation.play({ streamMs: 0, rate: 1 });
  simulation.runUntil(simulation.nowMs + hours * HOUR_MS);
  const { buffer, requests } = simulation;
  return {
    starvations: buffer.starvations,
    requests: requests.length,
    points: points.length,
    mistakes: buffer.mistakes.length,
  };
}

/** One stream on one network. */
export interface StreamCase {
  readonly pointsPerS: number;
  readonly hours: number;
  readonly seed: number;
  readonly aheadLimitMs?: number;
}
