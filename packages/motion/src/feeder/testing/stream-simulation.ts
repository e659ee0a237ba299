import type { Random } from '@tactus/time';
import type { StreamClock } from '../../track/stream-clock.ts';
import { stepFeeder } from '../feeder.ts';
import type { FeederEvent, FeederRequest } from '../feeder-messages.ts';
import { createFeederState, type FeederOptions, type FeederState } from '../feeder-state.ts';
import type { PointSource } from '../point-source.ts';
import { createPointBuffer, type PointBuffer } from './point-buffer.ts';
import { createStreamNetwork, type StreamNetworkModel } from './stream-network.ts';

export interface SimulationOptions {
  readonly source: PointSource;
  readonly maxPoints: number;
  readonly network: StreamNetworkModel;
  readonly random: Random;
  readonly feeding: FeederOptions;
  /** A request without an answer after this time has failed, though the device may execute it later. */
  readonly timeoutMs: number;
  /** The share of requests that never reach the device, and of answers that never come back. */
  readonly lostRequests: number;
  readonly lostAnswers: number;
}

/** A feeder and a buffer with a network between them, in virtual time. */
export interface Simulation {
  readonly nowMs: number;
  readonly buffer: PointBuffer;
  readonly state: FeederState;
  /** Every request that was sent. */
  readonly requests: readonly FeederRequest[];
  /** Feeds an event to the feeder now. */
  handle(event: DistributiveOmit<FeederEvent, 'atMs'>): void;
  /** Plays from a stream time: now, in server time. */
  play(clock: Omit<StreamClock, 'atMs'>): void;
  /** Sets the clock of what is being played: at once here, and in its turn on the device. */
  setClock(clock: Omit<StreamClock, 'atMs'>): void;
  /** Runs a function at a later instant. */
  at(atMs: number, what: () => void): void;
  /** Lets time pass; stops early where a condition holds. */
  runUntil(endMs: number, condition?: () => boolean): void;
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** Nothing is primed yet. */
export function createSimulation(options: SimulationOptions): Simulation {
  const { source, random, timeoutMs } = options;
  const network = createStreamNetwork(options.network, random);
  const buffer = createPointBuffer(options.maxPoints, source);
  const requests: FeederRequest[] = [];
  const due: { atMs: number; order: number; what: () => void }[] = [];
  let nowMs = 0;
  let order = 0;
  let lastArrivalMs = 0;
  let state = createFeederState(options.feeding);
  let wake: number | undefined;

  const at = (atMs: number, what: () => void) => {
    order += 1;
    due.push({ atMs, order, what });
  };

  const handle: Simulation['handle'] = (event) => {
    // The union loses its discriminant where the instant is added; the event itself is unchanged.
    const feeding = stepFeeder(state, source, { ...event, atMs: nowMs } as FeederEvent);
    state = feeding.state;
    wake = feeding.wakeAtMs;
    for (const request of feeding.requests) send(request);
  };

  const reportLater = (atMs: number) =>
    at(network.arrivalMs(atMs), () => handle({ type: 'reported', report: buffer.report(nowMs) }));

  /** One socket: messages never overtake each other. */
  const arrivalInOrder = () => {
    lastArrivalMs = Math.max(lastArrivalMs, network.arrivalMs(nowMs));
    return lastArrivalMs;
  };

  const send = (request: FeederRequest) => {
    requests.push(request);
    const { clock } = state;
    let over = false;
    const once = (what: () => void) => () => {
      if (!over) what();
      over = true;
    };
    const fail = once(() => handle({ type: 'failed', id: request.id }));
    if (timeoutMs < Infinity) at(nowMs + timeoutMs, fail);
    const arrivalMs = arrivalInOrder();
    if (random.next() < options.lostRequests) return;
    at(arrivalMs, () => {
      execute(request, clock);
      const report = buffer.report(nowMs);
      if (random.next() < options.lostAnswers) return;
      at(
        network.arrivalMs(nowMs),
        once(() => handle({ type: 'answered', id: request.id, report })),
      );
    });
  };

  const execute = (request: FeederRequest, requested: StreamClock) => {
    if (request.kind === 'add') buffer.add(request.add, nowMs);
    if (request.kind === 'play') buffer.play(requested, nowMs, request.add);
    if (request.kind === 'read') return;
    const thresholdAtMs = buffer.playedAtMs(request.add?.tail_point_threshold ?? 0);
    if (thresholdAtMs !== undefined && thresholdAtMs > nowMs) at(thresholdAtMs, () => reportLater(nowMs));
    const emptyAtMs = buffer.emptyAtMs;
    if (emptyAtMs > nowMs && emptyAtMs < Infinity) at(emptyAtMs, () => buffer.emptyAtMs <= nowMs && reportLater(nowMs));
  };

  return {
    get nowMs() {
      return nowMs;
    },
    get state() {
      return state;
    },
    buffer,
    requests,
    handle,
    at,
    play(clock) {
      handle({ type: 'play', clock: { ...clock, atMs: nowMs }, holdAll: false });
    },
    setClock(requested) {
      const clock = { ...requested, atMs: nowMs };
      at(arrivalInOrder(), () => buffer.play(clock, nowMs));
      handle({ type: 'clock', clock });
    },
    runUntil(endMs, condition = () => false) {
      while (!condition()) {
        due.sort((a, b) => a.atMs - b.atMs || a.order - b.order);
        const next = due[0]?.atMs ?? Infinity;
        const nextMs = Math.min(next, wake ?? Infinity);
        if (nextMs > endMs) {
          nowMs = endMs;
          return;
        }
        nowMs = Math.max(nowMs, nextMs);
        if (next <= (wake ?? Infinity)) due.shift()?.what();
        else handle({ type: 'wake' });
      }
    },
  };
}
