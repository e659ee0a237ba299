import type { Random } from '@tactus/time';

/** A network between the feeder and the device; times in ms. */
export interface StreamNetworkModel {
  readonly tripMs: number;
  readonly jitterMs: number;
  readonly spikeShare: number;
  readonly spikeMs: number;
  readonly outageEveryMs: number;
  readonly outageMs: number;
}

/** Round trip and outages of the models that starvation is counted on. */
export const STREAM_NETWORKS = {
  wifi: { tripMs: 20, jitterMs: 6, spikeShare: 0.05, spikeMs: 60, outageEveryMs: 300_000, outageMs: 1_500 },
  lte: { tripMs: 60, jitterMs: 25, spikeShare: 0.05, spikeMs: 200, outageEveryMs: 120_000, outageMs: 3_000 },
  train: { tripMs: 90, jitterMs: 60, spikeShare: 0.1, spikeMs: 500, outageEveryMs: 45_000, outageMs: 6_000 },
} as const satisfies Record<string, StreamNetworkModel>;

/** One run of a network: it decides when a message arrives. */
export interface StreamNetwork {
  /** When a message sent at an instant arrives on the other side; during an outage it waits. */
  arrivalMs(sentAtMs: number): number;
  /** Whether messages wait at an instant. */
  isOut(atMs: number): boolean;
}

/** Draws a run of a network. */
export function createStreamNetwork(model: StreamNetworkModel, random: Random): StreamNetwork {
  const outages: { fromMs: number; toMs: number }[] = [];
  const afterOutage = (atMs: number): number => {
    let last = outages[outages.length - 1];
    while (!last || last.toMs <= atMs) {
      const fromMs = (last?.toMs ?? 0) + random.exponential(model.outageEveryMs);
      last = { fromMs, toMs: fromMs + random.exponential(model.outageMs) };
      outages.push(last);
    }
    const within = outages.findLast(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs);
    return within?.toMs ?? atMs;
  };
  return {
    isOut: (atMs) => afterOutage(atMs) > atMs,
    arrivalMs(sentAtMs) {
      const spike = random.next() < model.spikeShare ? random.exponential(model.spikeMs) : 0;
      const oneWayMs = (model.tripMs + random.exponential(model.jitterMs) + spike) / 2;
      return afterOutage(afterOutage(sentAtMs) + oneWayMs);
    },
  };
}
