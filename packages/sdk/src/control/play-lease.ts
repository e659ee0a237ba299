import type { Time, Undo } from '@tactus/time';
import { type HoldEffect, type HoldEvent, type HoldState, stepHold } from '../state/hold-table.ts';
import type { Lease, LeaseApi, RenewalAnswer } from './lease-api.ts';
import type { Heartbeat, Holder } from './lease-ports.ts';

/** So long after the last renewal a motion of ours ends by itself, whatever became of us. */
export const PLAY_LEASE_MS = 60_000;
/** So long after our connection is known to be closed it ends (decisions.md 66). */
export const PLAY_CLOSED_MS = 10_000;
/** How often a lease is renewed, ms. */
export const PLAY_RENEWAL_MS = 3_000;
/** A request for a lease that found no answer is made again after so long. */
const RETRY_MS = 1_000;

/** The lease that keeps a motion of ours going. */
export interface PlayLease {
  dispatch(event: HoldEvent): void;
  /** Limits how long motion goes on in silence, ms. A shorter time than before takes effect at once, a longer one with the next lease. */
  limitSilence(silentMs: number): void;
}

/** What a lease works with. */
export interface PlayLeaseParts extends Holder {
  readonly api: LeaseApi;
  readonly time: Time;
  readonly heartbeat: Heartbeat;
  /** Stops what moves: the lease is lost. */
  readonly stopMotion: () => void;
  readonly onChange: (state: HoldState) => void;
}

/** Builds a lease that is not held yet. */
export function createPlayLease(parts: PlayLeaseParts): PlayLease {
  const { api, time, holder, rank } = parts;
  let state: HoldState = 'none';
  let lease: Lease | undefined;
  /** For how long the next lease is to live in silence, and for how long the one in our hands does. */
  let silentMs = PLAY_LEASE_MS;
  let leasedMs = PLAY_LEASE_MS;
  /** When the last request was sent that kept or made the lease, monotonic ms. */
  let goodAtMs = 0;
  let stopBeat: Undo = () => undefined;
  let cancelRetry: Undo = () => undefined;
  let renewing = false;
  /** Fences requests: an answer for a lease that was let go meanwhile only lets that one go. */
  let generation = 0;

  function acquire(): void {
    generation += 1;
    const mine = generation;
    const sentAtMs = time.monotonic();
    const ttlMs = silentMs;
    // The old one of two leases would only be refused: somebody else seemed to have taken over.
    renewing = true;
    api.acquire({ holder, rank, ttlMs, closedMs: Math.min(PLAY_CLOSED_MS, ttlMs) }).then(
      (answer) => {
        if (mine === generation) renewing = false;
        if (mine !== generation) {
          if ('granted' in answer) api.end(answer.granted, false);
        } else if ('granted' in answer) {
          lease = answer.granted;
          leasedMs = ttlMs;
          goodAtMs = sentAtMs;
          dispatch('granted');
          // It was limited while this one was on its way.
          if (silentMs < ttlMs) acquire();
        } else if (state === 'held' && lease) renew(lease);
        else dispatch('refused');
      },
      () => {
        if (mine !== generation) return;
        renewing = false;
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
    renewing = true;
    api.renew(held).then(
      (answer) => {
        if (mine !== generation) return;
        renewing = false;
        if (answer === 'renewed') goodAtMs = sentAtMs;
        else dispatch(eventOf(answer));
      },
      () => {
        if (mine === generation) renewing = false; // no answer: the next beat tries again, until the lease has lapsed
      },
    );
  }

  function release(stop: boolean): void {
    generation += 1;
    renewing = false;
    if (lease) api.end(lease, stop);
    lease = undefined;
  }

  const effects: Readonly<Record<HoldEffect, () => void>> = {
    ask: acquire,
    askAgainLater() {
      cancelRetry = time.after(RETRY_MS, () => state === 'asking' && acquire());
    },
    startBeat() {
      stopBeat = parts.heartbeat(PLAY_RENEWAL_MS, beat);
    },
    stopBeat() {
      stopBeat();
      generation += 1;
      renewing = false;
    },
    release: () => release(false),
    releaseAndStop: () => release(true),
    stopMotion: parts.stopMotion,
    watchOther: () => undefined, // the next motion of ours asks again
  };

  function dispatch(event: HoldEvent): void {
    const from = state;
    const { to, run } = stepHold(from, event);
    if (to === from && run.length === 0) return;
    state = to;
    cancelRetry();
    for (const name of run) effects[name]();
    if (to !== from) parts.onChange(to);
  }

  return {
    dispatch,
    limitSilence(ms) {
      silentMs = ms;
      if (state === 'held' && ms < leasedMs) acquire();
    },
  };
}

const eventOf = (answer: Exclude<RenewalAnswer, 'renewed'>): HoldEvent => {
  if (answer === 'ran-out') return 'ranOut';
  return answer === 'unknown' ? 'lapsed' : 'takenOver';
};
