import { createRandom } from '@tactus/time';
import { describe, expect, test } from 'vitest';
import type { ScriptPoint } from '../scripts/script.ts';
import { liveLeadMs } from './feeder-state.ts';
import { liveSource } from './point-source.ts';
import { addOf, byHand, every, OPTIONS, spanOf } from './testing/hand-feeder.ts';
import { STREAM_NETWORKS, type StreamNetworkModel } from './testing/stream-network.ts';
import { createSimulation, type Simulation } from './testing/stream-simulation.ts';

describe('a live stream', () => {
  /** Points every `gapMs`, known `leadMs` before they are due, played from the start. */
  function live(
    gapMs: number,
    leadMs: number,
    network: StreamNetworkModel = STREAM_NETWORKS.wifi,
  ): { simulation: Simulation; end: () => void } {
    const list = { points: [] as ScriptPoint[], ended: false };
    const simulation = createSimulation({
      source: liveSource(list),
      maxPoints: 4000,
      network: { ...network, outageEveryMs: 1e9 },
      random: createRandom(4),
      feeding: OPTIONS,
      timeoutMs: Infinity,
      lostRequests: 0,
      lostAnswers: 0,
    });
    const produce = (index: number) => {
      if (list.ended) return;
      list.points.push({ t: index * gapMs, x: (index * 7) % 100 });
      simulation.handle({ type: 'points' });
      simulation.at(simulation.nowMs + gapMs, () => produce(index + 1));
    };
    simulation.handle({ type: 'prime', streamMs: 0, maxPoints: 4000 });
    simulation.at(0, () => produce(0));
    simulation.at(leadMs, () => simulation.play({ streamMs: 0, rate: 1 }));
    return {
      simulation,
      end() {
        list.ended = true;
        simulation.handle({ type: 'points' });
      },
    };
  }

  test.each([
    ['wifi', STREAM_NETWORKS.wifi],
    ['train', STREAM_NETWORKS.train],
  ])('gathers points into few requests and still never starves: %s', (_, network) => {
    const { simulation } = live(50, 6000, network);
    simulation.runUntil(120_000);
    expect(simulation.buffer.mistakes).toEqual([]);
    expect(simulation.buffer.starvations).toBe(0);
    expect(simulation.requests.length).toBeLessThan(120 * 1.5);
  });

  test('is sent in ticks where the source’s lead is hardly longer than a round trip', () => {
    const { simulation } = live(50, 700);
    simulation.runUntil(120_000);
    expect(simulation.buffer.starvations).toBe(0);
    expect(simulation.requests.length).toBeLessThanOrEqual(120 * 4 + 10);
  });

  test('ends with its last points sent at once', () => {
    const { simulation, end } = live(50, 6000);
    simulation.runUntil(20_020);
    end();
    simulation.runUntil(20_500);
    expect(simulation.buffer.points.length).toBe(401);
  });

  test('whose points come too late goes on with the current leg', () => {
    const list = { points: every(100, 20), ended: false };
    const feeder = byHand(liveSource(list));
    feeder.settle(feeder.prime(), 10);
    feeder.settle(feeder.play(0, 0), 10);
    list.points.push(...every(100, 60).slice(20));
    const [late] = feeder.handle({ type: 'points', atMs: 5_050 });
    expect(addOf(late)?.flush).toBe(true);
    expect(spanOf(late)).toEqual([50, 60]);
  });

  test('needs the lead of its longest round trips', () => {
    const feeder = byHand(liveSource({ points: every(100, 5), ended: false }));
    const [add] = feeder.prime();
    expect(liveLeadMs(feeder.state, 0)).toBe(750);
    feeder.handle({ type: 'answered', atMs: 900, id: add!.id, report: feeder.report(0, 5) });
    expect(liveLeadMs(feeder.state, 900)).toBe(1150);
  });
});
