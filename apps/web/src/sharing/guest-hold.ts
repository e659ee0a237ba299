import { DeviceError, type Heartbeat } from '@tactus/sdk';
import type { Time, Undo } from '@tactus/time';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { GuestApi, HoldAnswer, OverReason } from './guest-api.ts';
import { type GuestHoldEffect, type GuestHoldEvent, type GuestHoldState, stepGuestHold } from './hold-table.ts';

/** docs/sharing.md, "The hold". @internal */
export const RENEW_EVERY_MS = 150;
/** @internal */
export const BACK_WITHIN_MS = 5_000;
/** No renewal was confirmed for so long: it has run out, whatever the network still brings. */
const UNCONFIRMED_MS = 600;
/** So many renewals may be on their way at a time; with more the network is cut. */
const MAX_IN_FLIGHT = 4;
/** Between two tries to come back. */
const AGAIN_MS = 200;
/** For so long the page shows why the device does not follow: nothing reports when it would again. @internal */
export const TROUBLE_MS = { busy: 5_000, lost: 10_000, unheard: 10_000 } as const;

/** Why the device does not follow. */
type Trouble = keyof typeof TROUBLE_MS;
/** A hold that is not granted within this time is not to be had: nothing of the guest's is answered. @internal */
export const TAKE_MS = 2_000;
/** Nobody touches a control and nothing moves for so long: the hold is let go. @internal */
export const IDLE_MS = 2_000;

/** A guest's hold of the device: taken at the first touch, renewed while something moves or a hand is on a control. */
export interface GuestHold {
  readonly state: StoreApi<GuestHoldState>;
  /**
   * Why the device does not follow, for a while: the hold ran out under way, somebody outranks this guest, or a command
   * had no answer.
   */
  readonly trouble: StoreApi<Trouble | undefined>;
  /** To be waited for before a command. Rejects with 'aborted' where it is not to be had. */
  want(): Promise<void>;
  /** A hand comes onto a control, or lets go. */
  hand(isOn: boolean): void;
  /** The cloud has said that there is no hold. */
  ranOut(): void;
  /** Control is not this guest's. */
  taken(): void;
  /** It is held again with the hand still on the control: what ran may ramp up again. Gives the undo. */
  onRampUp(listener: () => void): Undo;
  /** Lets it go and holds nothing any more. */
  end(): void;
}

/** Builds the hold of one session. */
export function createGuestHold(parts: {
  readonly api: Pick<GuestApi, 'take' | 'renew' | 'release'>;
  readonly time: Time;
  /** Beats from a worker, also while the page is hidden. */
  readonly heartbeat: Heartbeat;
  /** Whether anything moves. */
  readonly moves: () => boolean;
  readonly roundTripMs: () => number | undefined;
  readonly onOver: (reason: OverReason) => void;
  /** The cloud did not answer: it may be that nobody does. */
  readonly onUnheard: () => void;
}): GuestHold {
  const { api, time } = parts;
  const state = createStore<GuestHoldState>()(() => 'free');
  const trouble = createStore<Trouble | undefined>()(() => undefined);
  const rampUps = new Set<() => void>();
  const waiting: { pass: () => void; refuse: (error: DeviceError) => void }[] = [];
  let handIsOn = false;
  let wantedAtMs = Number.NEGATIVE_INFINITY;
  let confirmedAtMs = 0;
  let inFlight = 0;
  /** Fences answers: one to a request of an earlier hold changes nothing. */
  let generation = 0;
  let endGrace: Undo = () => undefined;
  let stopTrying: Undo = () => undefined;
  let stopReporting: Undo = () => undefined;

  function reportTrouble(next: ReturnType<typeof trouble.getState>): void {
    stopReporting();
    trouble.setState(next, true);
    if (next) stopReporting = time.after(TROUBLE_MS[next], () => reportTrouble(undefined));
  }

  async function take(): Promise<void> {
    generation += 1;
    const mine = generation;
    const failed = () => 'failed' as const;
    const late = new AbortController();
    // A grant that comes later is not renewed, and runs out by itself.
    const answer = await Promise.race([
      api.take().catch(failed),
      time.sleep(TAKE_MS, late.signal).then(failed, failed),
    ]);
    late.abort();
    if (mine !== generation) return;
    if (answer === 'failed') parts.onUnheard();
    if (typeof answer === 'object') {
      dispatch('over');
      parts.onOver(answer.over);
    } else dispatch(answer === 'lapsed' ? 'refused' : answer);
  }

  async function renew(): Promise<void> {
    const mine = generation;
    inFlight += 1;
    // An answer that never comes is found by the clock.
    const answer = await api.renew(parts.roundTripMs()).catch((): undefined => undefined);
    if (mine !== generation) return;
    inFlight -= 1;
    if (answer !== undefined) receive(answer);
  }

  function receive(answer: HoldAnswer): void {
    if (answer === 'granted') confirmedAtMs = time.monotonic();
    else if (answer === 'lapsed') slip();
    else if (answer === 'refused') dispatch('refused');
    else {
      dispatch('over');
      parts.onOver(answer.over);
    }
  }

  function beat(): void {
    if (state.getState() !== 'held') return;
    const nowMs = time.monotonic();
    if (nowMs - confirmedAtMs > UNCONFIRMED_MS) {
      slip();
      parts.onUnheard();
    } else if (!handIsOn && !parts.moves() && nowMs - wantedAtMs > IDLE_MS) dispatch('done');
    else if (inFlight < MAX_IN_FLIGHT) void renew();
  }

  function slip(): void {
    dispatch(handIsOn ? 'slipped' : 'dropped');
  }

  function tryAgainLater(): void {
    stopTrying();
    stopTrying = time.after(AGAIN_MS, () => dispatch('again'));
  }

  const effects: Readonly<Record<GuestHoldEffect, () => void>> = {
    take: () => void take(),
    startRenewing() {
      reportTrouble(undefined);
      confirmedAtMs = time.monotonic();
      inFlight = 0;
    },
    stopRenewing() {
      generation += 1;
    },
    release: api.release,
    startGrace() {
      endGrace();
      endGrace = time.after(BACK_WITHIN_MS, () => dispatch('tooLate'));
    },
    endGrace() {
      generation += 1;
      endGrace();
      stopTrying();
    },
    passWaiting() {
      for (const { pass } of waiting.splice(0)) pass();
    },
    refuseWaiting() {
      for (const { refuse } of waiting.splice(0)) refuse(new DeviceError('aborted', 'The device is not held'));
    },
    rampUp() {
      for (const listener of rampUps) listener();
    },
    reportLost: () => reportTrouble('lost'),
    reportUnheard: () => reportTrouble('unheard'),
    reportBusy: () => reportTrouble('busy'),
  };

  function dispatch(event: GuestHoldEvent): void {
    const from = state.getState();
    const { to, run } = stepGuestHold(from, event);
    if (to === from && run.length === 0) return;
    state.setState(to, true);
    for (const effect of run) effects[effect]();
    if (to === 'slipped') tryAgainLater();
  }

  // A worker takes a while to start, longer than a hold lasts on a busy phone: it beats from the beginning.
  const stopHeart = parts.heartbeat(RENEW_EVERY_MS, beat);

  return {
    ...{ state, trouble },
    want() {
      wantedAtMs = time.monotonic();
      if (state.getState() === 'held') return Promise.resolve();
      const passed = new Promise<void>((pass, refuse) => {
        waiting.push({ pass, refuse });
      });
      dispatch('wanted');
      return passed;
    },
    hand(isOn) {
      handIsOn = isOn;
      if (isOn) wantedAtMs = time.monotonic();
      else dispatch('handOff');
    },
    ranOut: slip,
    taken() {
      reportTrouble(undefined);
      dispatch('taken');
    },
    onRampUp(listener) {
      rampUps.add(listener);
      return () => void rampUps.delete(listener);
    },
    end() {
      if (state.getState() === 'held') api.release();
      dispatch('over');
      stopHeart();
      stopReporting();
    },
  };
}
