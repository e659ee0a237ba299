import { startStopwatch, type Time, type Undo } from '@tactus/time';
import { reopenDelayMs } from '../connection/back-off.ts';
import { type DeviceError, toDeviceError } from '../errors.ts';
import {
  type ControlHoldEffect,
  type ControlHoldEvent,
  type ControlHoldState,
  stepControlHold,
} from '../state/control-hold-table.ts';
import type { Lease, LeaseApi, LeaseRenewalAnswer } from './lease-api.ts';
import type { Heartbeat, LeaseRequester } from './lease-ports.ts';

/** A motion of ours ends by itself this long after the last renewal, even if this program has died. */
export const PLAY_LEASE_DURATION_MS = 60_000;
/** It ends this long after our connection is known to be closed. */
export const PLAY_END_AFTER_CLOSE_MS = 10_000;
/** How often a lease is renewed, ms. */
export const PLAY_LEASE_RENEWAL_INTERVAL_MS = 3_000;
/** A failed request for a lease is repeated after this time, and ever later while the cloud answers with errors. */
const RETRY_MS = 1_000;
/** One client alone repeats it: nothing has to be spread. */
const UNSPREAD = 0.5;
/** After this time a request counts as failed: the connection may have gone without a sign. */
const ANSWER_MS = 5_000;

/** The lease without which our motion ends. */
export interface PlayLease {
  dispatch(event: ControlHoldEvent): void;
  /** Every start that was sent has been answered: none is executed later than now. */
  answered(): void;
  /** Limits how long motion goes on in silence, ms. A shorter time applies at once, a longer one to the next lease. */
  limitSilence(silentMs: number): void;
}

/** The parts of a lease. */
export interface PlayLeaseParts extends LeaseRequester {
  readonly api: LeaseApi;
  readonly time: Time;
  readonly heartbeat: Heartbeat;
  /** Stops the motion: the lease is lost. */
  readonly stopMotion: () => void;
  readonly onChange: (state: ControlHoldState) => void;
  /** Called with the error that the cloud answered in place of a lease; the request is repeated. */
  readonly onError: (error: DeviceError) => void;
}

/** Returns a lease of motion that is not held yet; a refused lease rejects with `DeviceError`. */
export function createPlayLease(parts: PlayLeaseParts): PlayLease {
  const { api, time, holder, rank } = parts;
  let state: ControlHoldState = 'none';
  let lease: Lease | undefined;
  /** The silence that the next lease allows, and the one that the current lease allows. */
  let silentMs = PLAY_LEASE_DURATION_MS;
  let leasedMs = PLAY_LEASE_DURATION_MS;
  /** When the request that last renewed or granted the lease was sent, monotonic ms. */
  let goodAtMs = 0;
  /** How long ago that is, sleep included, and how long ago a start may last have been executed. */
  let sinceGoodMs = startStopwatch(time);
  let sinceStartMs = sinceGoodMs;
  let stopBeat: Undo = () => undefined;
  let cancelRetry: Undo = () => undefined;
  let renewing = false;
  /** Requests in a row for one motion that the cloud answered with an error. */
  let refusals = 0;
  /** Numbers requests: an answer for a lease that was ended meanwhile only ends that one. */
  let generation = 0;
  /** Whether a lease that is granted after it was ended stops the motion, because its holder is gone. */
  let stopsLate = false;

  function acquire(): void {
    generation += 1;
    stopsLate = false;
    const mine = generation;
    const sentAtMs = time.monotonic();
    const sinceSentMs = startStopwatch(time);
    const ttlMs = silentMs;
    // Renewing the old one of two leases would only be refused, as if another client had taken over.
    renewing = true;
    const cancelDeadline = time.after(ANSWER_MS, () => {
      if (mine !== generation) return;
      // A lease that is granted late is ended.
      generation += 1;
      renewing = false;
      dispatch('failed');
    });
    api.acquire({ holder, rank, ttlMs, closedMs: closedMsOf(ttlMs) }).then(
      (answer) => {
        cancelDeadline();
        if (mine === generation) renewing = false;
        if (mine !== generation) {
          if ('granted' in answer) api.end(answer.granted, stopsLate);
        } else if ('granted' in answer) {
          lease = answer.granted;
          refusals = 0;
          leasedMs = ttlMs;
          goodAtMs = sentAtMs;
          sinceGoodMs = sinceSentMs;
          dispatch('granted');
          // It was limited while this request was pending.
          if (silentMs < ttlMs) acquire();
        } else if (state === 'held' && lease) renew(lease);
        else dispatch('refused');
      },
      (thrown: unknown) => {
        cancelDeadline();
        if (mine !== generation) return;
        renewing = false;
        const error = toDeviceError(thrown);
        // An answer may be the same for ever; a lost connection is back at some time.
        refusals = error.code === 'network' ? 0 : refusals + 1;
        if (refusals > 0) parts.onError(error);
        dispatch('failed');
      },
    );
  }

  function beat(): void {
    if (time.monotonic() - goodAtMs >= leasedMs) dispatch('lapsed');
    else if (lease && !renewing) {
      if (silentMs < leasedMs) acquire();
      else renew(lease);
    }
  }

  function renew(held: Lease): void {
    const mine = generation;
    const sentAtMs = time.monotonic();
    const sinceSentMs = startStopwatch(time);
    renewing = true;
    // Without an answer the next beat tries again, until the lease has expired.
    const isOver = () => {
      cancelDeadline();
      if (mine === generation) renewing = false;
    };
    const cancelDeadline = time.after(ANSWER_MS, isOver);
    api.renew(held).then((answer) => {
      isOver();
      if (mine !== generation) return;
      // What moved before was stopped, which was no sooner than this after the last renewal.
      const isStarted = sinceGoodMs() - sinceStartMs() >= closedMsOf(leasedMs);
      if (answer !== 'renewed') return dispatch(eventOf(answer, isStarted));
      if (sentAtMs < goodAtMs) return;
      goodAtMs = sentAtMs;
      sinceGoodMs = sinceSentMs;
    }, isOver);
  }

  function release(stop: boolean): void {
    generation += 1;
    stopsLate = stop;
    renewing = false;
    if (lease) api.end(lease, stop);
    lease = undefined;
  }

  const effects: Readonly<Record<ControlHoldEffect, () => void>> = {
    ask() {
      refusals = 0;
      acquire();
    },
    askAgainLater() {
      cancelRetry = time.after(reopenDelayMs(refusals, RETRY_MS, UNSPREAD), () => state === 'asking' && acquire());
    },
    startBeat() {
      stopBeat = parts.heartbeat(PLAY_LEASE_RENEWAL_INTERVAL_MS, beat);
    },
    stopBeat() {
      stopBeat();
      generation += 1;
      renewing = false;
    },
    release: () => release(false),
    releaseAndStop: () => release(true),
    stopMotion: parts.stopMotion,
    watchOther: () => undefined, // the next motion of ours requests again
  };

  function dispatch(event: ControlHoldEvent): void {
    const from = state;
    if (event === 'wanted') sinceStartMs = () => 0;
    const { to, run } = stepControlHold(from, event);
    if (to === from && run.length === 0) return;
    state = to;
    cancelRetry();
    for (const name of run) effects[name]();
    if (to !== from) parts.onChange(to);
  }

  return {
    dispatch,
    answered() {
      sinceStartMs = startStopwatch(time);
    },
    limitSilence(ms) {
      silentMs = ms;
      if (state === 'held' && ms < leasedMs) acquire();
    },
  };
}

const closedMsOf = (ttlMs: number) => Math.min(PLAY_END_AFTER_CLOSE_MS, ttlMs);

const eventOf = (answer: Exclude<LeaseRenewalAnswer, 'renewed'>, isStarted: boolean): ControlHoldEvent => {
  if (answer === 'ran-out') return isStarted ? 'ranOutBeforeStart' : 'ranOut';
  return answer === 'unknown' ? 'lapsed' : 'takenOver';
};
