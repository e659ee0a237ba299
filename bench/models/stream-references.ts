/** The two usual clients that the feeder is compared with. */
import { recordedSource } from '@tactus/motion';
import { createPointBuffer, createStreamNetwork, type StreamNetworkModel } from '@tactus/motion/testing';
import { createRandom } from '@tactus/time';
import { BUFFER, type StreamCase, type StreamRun, script } from './stream-run.ts';

/** Points in one request. */
export const BATCH = 100;

/**
 * The rest of the buffer at which a client that aims at a lead of 1.5 s sends its next batch, ms. Sending at exactly 1.5 s, it
 * starves about 0.7 / 6 / 30 times an hour at 10 points/s, more often than the known figures; when it counts the transit of the
 * request and the points in flight, it comes near them, 0.1 / 3.5 / 25. The reference gets the benefit of
 * the doubt.
 */
export const SENDS_AT_MS = 3_985;

/** The number of points at which the device reports a low buffer; at exactly 20 it would starve a little more often than known. */
const THRESHOLD = 27;

/** The policy of a client: the time of the next batch. */
interface Batches {
  /** The instant at which the next batch is sent. */
  readonly sendsAtMs: (sent: number, answeredAtMs: number) => number;
}

/** A client that sends batches one after the other, each at the time of its policy. */
function run(
  network: StreamNetworkModel,
  { pointsPerS, hours, seed }: StreamCase,
  policy: (parts: { playedAtMs: (streamIndex: number) => number; arrivalMs: (sentAtMs: number) => number }) => Batches,
): StreamRun {
  const points = script(pointsPerS, hours);
  const link = createStreamNetwork(network, createRandom(seed));
  const buffer = createPointBuffer(BUFFER, recordedSource(points));
  const playedAtMs = (streamIndex: number) => buffer.playedAtMs(Math.max(1, streamIndex)) ?? 0;
  const { sendsAtMs } = policy({ playedAtMs, arrivalMs: link.arrivalMs });
  let sent = 0;
  let requests = 0;
  const next = () => {
    const batch = points.slice(sent, sent + BATCH);
    sent += batch.length;
    requests += 1;
    return { points: batch, tail_point_stream_index: sent, flush: false };
  };
  buffer.add(next(), 0);
  buffer.play({ atMs: 0, streamMs: 0, rate: 1 }, 0);
  let answeredAtMs = 0;
  while (sent < points.length) {
    const arrivesAtMs = link.arrivalMs(sendsAtMs(sent, answeredAtMs));
    buffer.add(next(), arrivesAtMs);
    answeredAtMs = link.arrivalMs(arrivesAtMs);
  }
  return { starvations: buffer.starvations, requests, points: points.length, mistakes: buffer.mistakes.length };
}

/** Aims at a lead of 1.5 s: it counts by its own clock, and waits for each answer. */
export const runShortLead = (network: StreamNetworkModel, one: StreamCase): StreamRun =>
  run(network, one, ({ playedAtMs }) => ({
    sendsAtMs: (sent, answeredAtMs) => Math.max(answeredAtMs, playedAtMs(sent) - SENDS_AT_MS),
  }));

/** Sends one batch whenever the device reports a low buffer, and only then. */
export const runThresholdOnly = (network: StreamNetworkModel, one: StreamCase): StreamRun =>
  run(network, one, ({ playedAtMs, arrivalMs }) => ({
    sendsAtMs: (sent) => arrivalMs(playedAtMs(sent - THRESHOLD)),
  }));
