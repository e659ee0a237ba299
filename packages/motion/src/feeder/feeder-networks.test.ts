import { createRandom } from '@tactus/time';
import { describe, expect, test } from 'vitest';
import type { ScriptPoint } from '../scripts/script.ts';
import type { FeederOptions } from './feeder-state.ts';
import { loopedSource, type PointSource, recordedSource } from './point-source.ts';
import { STREAM_NETWORKS, type StreamNetworkModel } from './testing/stream-network.ts';
import { createSimulation } from './testing/stream-simulation.ts';

const HOUR_MS = 3_600_000;
const FULL: FeederOptions = { pointsPerAdd: 100, maxInFlight: 3, aheadLimitMs: Infinity, liveTickMs: 250 };
const networks = Object.entries(STREAM_NETWORKS);
const rates = [4, 10, 30];
/** Draws of a network for each case; `npm run deep -- streams` sets more. */
const DRAWS = Number(process.env['TACTUS_DEEP_STREAMS'] ?? 1);
const seeds = Array.from({ length: DRAWS }, (_, draw) => draw + 1);

function script(pointsPerS: number, hours: number): ScriptPoint[] {
  const gapMs = 1000 / pointsPerS;
  const count = Math.floor((hours * HOUR_MS) / gapMs);
  return Array.from({ length: count }, (_, index) => ({ t: Math.round(index * gapMs), x: (index * 37) % 101 }));
}

interface Run {
  source: PointSource;
  network: StreamNetworkModel;
  seed: number;
  hours: number;
  feeding?: FeederOptions;
  timeoutMs?: number;
  lostRequests?: number;
  lostAnswers?: number;
  maxPoints?: number;
}

/** Fills the buffer, plays, and checks the outcome. */
function run({ hours, seed, ...changes }: Run) {
  const loss = { timeoutMs: Infinity, lostRequests: 0, lostAnswers: 0 };
  const options = { feeding: FULL, maxPoints: 4000, ...loss, ...changes, random: createRandom(seed) };
  const simulation = createSimulation(options);
  simulation.handle({ type: 'prime', streamMs: 0, maxPoints: options.maxPoints });
  simulation.runUntil(300_000, () => simulation.state.flights.length === 0 && !simulation.state.uncertain);
  do {
    simulation.play({ streamMs: 0, rate: 1 });
    simulation.runUntil(simulation.nowMs + 60_000, () => simulation.state.flights.every(({ kind }) => kind !== 'play'));
  } while (simulation.state.mode === 'idle');
  simulation.runUntil(simulation.nowMs + hours * HOUR_MS);
  const { buffer, requests } = simulation;
  return { starvations: buffer.starvations, mistakes: buffer.mistakes, requests: requests.length, buffer, simulation };
}

const cases = networks.flatMap(([name, network]) => rates.map((rate) => ({ name, network, rate })));

describe('a recorded stream with the buffer filled', () => {
  test.each(cases)('never starves and sends no unneeded request: $name, $rate points/s', ({ network, rate }) => {
    for (const seed of seeds) {
      const points = script(rate, 3);
      const { starvations, mistakes, requests, buffer } = run({
        source: recordedSource(points),
        network,
        seed,
        hours: 3,
      });
      expect({ starvations, mistakes }).toEqual({ starvations: 0, mistakes: [] });
      expect(buffer.points.at(-1)).toEqual(points.at(-1));
      expect(requests).toBeLessThanOrEqual(Math.ceil(points.length / 100) + 2);
    }
  });

  test.each(cases)('survives lost and late answers: $name, $rate points/s', ({ network, rate }) => {
    for (const seed of seeds) {
      const points = script(rate, 0.5);
      const loss = { timeoutMs: 5000, lostAnswers: 0.05 };
      const { starvations, mistakes, buffer } = run({
        source: recordedSource(points),
        network,
        seed,
        hours: 0.5,
        ...loss,
      });
      expect({ starvations, mistakes }).toEqual({ starvations: 0, mistakes: [] });
      expect(buffer.points.at(-1)).toEqual(points.at(-1));
    }
  });

  test.each(cases)('survives lost requests, one at a time: $name, $rate points/s', ({ network, rate }) => {
    for (const seed of seeds) {
      const points = script(rate, 0.5);
      const loss = { timeoutMs: 2000, lostRequests: 0.05, feeding: { ...FULL, maxInFlight: 1 } };
      const { starvations, mistakes, buffer } = run({
        source: recordedSource(points),
        network,
        seed,
        hours: 0.5,
        ...loss,
      });
      expect({ starvations, mistakes }).toEqual({ starvations: 0, mistakes: [] });
      expect(buffer.points.at(-1)).toEqual(points.at(-1));
    }
  });

  test('starts again from the current leg after one of several requests was lost', () => {
    const points = script(10, 2);
    const loss = { timeoutMs: 2000, lostRequests: 0.05 };
    const { network, source } = { network: STREAM_NETWORKS.wifi, source: recordedSource(points) };
    const { mistakes, starvations, buffer, simulation } = run({ source, network, seed: 5, hours: 2, ...loss });
    const adds = simulation.requests.flatMap((request) => ('add' in request && request.add ? [request.add] : []));
    expect(starvations).toBe(0);
    expect(mistakes.length).toBeGreaterThan(0);
    expect(mistakes.filter((mistake) => !mistake.startsWith('points from'))).toEqual([]);
    expect(adds.filter(({ flush }) => flush).length).toBeGreaterThanOrEqual(mistakes.length / 2);
    const tail = buffer.report(simulation.nowMs).tail_point_stream_index;
    expect(buffer.points).toEqual(points.slice(tail - buffer.points.length, tail));
    expect(tail).toBe(points.length);
  });

  test('never starves on a device with a small buffer either', () => {
    const points = script(10, 2);
    const source = recordedSource(points);
    const { starvations, mistakes } = run({ source, network: STREAM_NETWORKS.wifi, seed: 8, hours: 2, maxPoints: 300 });
    expect({ starvations, mistakes }).toEqual({ starvations: 0, mistakes: [] });
  });
});

describe('a loop larger than the buffer', () => {
  test('is one continuous stream across laps', () => {
    const points = script(10, 0.2);
    const { starvations, mistakes } = run({
      source: loopedSource(recordedSource(points)),
      network: STREAM_NETWORKS.lte,
      seed: 6,
      hours: 2,
    });
    expect({ starvations, mistakes }).toEqual({ starvations: 0, mistakes: [] });
  });
});

test('the simulation does starve a feeder whose lead is too short', () => {
  const feeding = { ...FULL, aheadLimitMs: 1500 };
  const source = recordedSource(script(10, 1));
  const { starvations } = run({ source, network: STREAM_NETWORKS.train, seed: 9, hours: 1, feeding });
  expect(starvations).toBeGreaterThan(15);
});

describe('a lead of 30 s', () => {
  test.each([
    ['wifi', STREAM_NETWORKS.wifi],
    ['lte', STREAM_NETWORKS.lte],
  ])('is reached and not exceeded: %s', (_, network) => {
    const source = recordedSource(script(10, 1));
    const feeding = { ...FULL, aheadLimitMs: 30_000 };
    const { starvations, mistakes, requests, simulation } = run({ source, network, seed: 7, hours: 0.5, feeding });
    expect({ starvations, mistakes }).toEqual({ starvations: 0, mistakes: [] });
    expect(requests).toBeLessThan(400);
    let longestMs = 0;
    simulation.runUntil(simulation.nowMs + 1_000_000, () => {
      const { buffer, nowMs } = simulation;
      longestMs = Math.max(longestMs, (buffer.points.at(-1)?.t ?? 0) - (nowMs - buffer.clock.atMs));
      return false;
    });
    expect(longestMs).toBeGreaterThan(29_000);
    expect(longestMs).toBeLessThanOrEqual(30_000);
  });
});
