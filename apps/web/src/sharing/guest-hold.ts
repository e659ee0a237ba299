import { DeviceError, type Heartbeat } from '@tactus/sdk';
import type { Time, Undo } from '@tactus/time';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { GuestApi, HoldAnswer, SessionOverReason } from './guest-api.ts';
import { type GuestHoldEffect, type GuestHoldEvent, type GuestHoldState, stepGuestHold } from './hold-table.ts';

/** How often a hold is renewed (docs/sharing.md, "The hold"). @internal */
export const HOLD_RENEW_EVERY_MS = 150;
/** How long a lost hold may take to be regained while the hand stays on the control. @internal */
export const HOLD_REGAIN_WITHIN_MS = 5_000;
/** Without a confirmed renewal for so long the hold has expired, whatever answers still arrive. */
const UNCONFIRMED_MS = 600;
/** The most renewals in flight at a time; with more the network counts as cut. */
const MAX_IN_FLIGHT = 4;
/** The interval of attempts to regain the hold. */
const AGAIN_MS = 200;
/** How long the page shows why the device does not follow: no event reports when it would again. @internal */
export const HOLD_TROUBLE_SHOWN_MS = { busy: 5_000, lost: 10_000, unheard: 10_000 } as const;

/** Why the device does not follow. */
type Trouble = keyof typeof HOLD_TROUBLE_SHOWN_MS;
/** How long a hold may take to be granted: after that, no request of this guest is being answered. @internal */
export const HOLD_GRANT_TIMEOUT_MS = 2_000;
/** The hold is released after so long without a touch and without motion. @internal */
export const HOLD_IDLE_RELEASE_MS = 2_000;

/** A guest's hold of the device: taken at the first touch, renewed while something moves or a hand is on a control. */
export interface GuestHold {
  readonly state: StoreApi<GuestHoldState>;
  /**
   * Why the device does not follow, for a while: the hold expired during motion, another person has precedence, or a command
   * had no answer.
   */
  readonly trouble: StoreApi<Trouble | undefined>;
  /** Await it before a command. Rejects with 'aborted' where the hold is not granted. */
  want(): Promise<void>;
  /** A hand touches a control, or lets go. */
  hand(isOn: boolean): void;
  /** The cloud has reported that there is no hold. */
  ranOut(): void;
  /** This guest has no control. */
  taken(): void;
  /** Calls when the hold is back with the hand still on the control: the motion may ramp up again. Returns its own undo. */
  onRampUp(listener: () => void): Undo;
  /** Releases the hold for good. */
  end(): void;
}

/** Creates the hold of one session. */
export function createGuestHold(parts: {
  readonly api: Pick<GuestApi, 'take' | 'renew' | 'release'>;
  readonly time: Time;
  /** The heartbeat from a worker, also while the page is hidden. */
  readonly heartbeat: Heartbeat;
  /** Whether anything moves. */
  readonly moves: () => boolean;
  readonly roundTripMs: () => number | undefined;
  readonly onOver: (reason: SessionOverReason) => void;
  /** The cloud did not answer: it may be gone. */
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
  /** Identifies a hold: an answer to a request of an earlier one changes nothing. */
  let generation = 0;
  let endGrace: Undo = () => undefined;
  let stopTrying: Undo = () => undefined;
  let stopReporting: Undo = () => undefined;

  function reportTrouble(next: ReturnType<typeof trouble.getState>): void {
    stopReporting();
    trouble.setState(next, true);
    if (next) stopReporting = time.after(HOLD_TROUBLE_SHOWN_MS[next], () => reportTrouble(undefined));
  }

  async function take(): Promise<void> {
    generation += 1;
    const mine = generation;
    const failed = () => 'failed' as const;
    const late = new AbortController();
    // A late grant is not renewed, and expires by itself.
    const answer = await Promise.race([
      api.take().catch(failed),
      time.sleep(HOLD_GRANT_TIMEOUT_MS, late.signal).then(failed, failed),
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
    // The clock detects an answer that never arrives.
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
    } else if (!handIsOn && !parts.moves() && nowMs - wantedAtMs > HOLD_IDLE_RELEASE_MS) dispatch('done');
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
      endGrace = time.after(HOLD_REGAIN_WITHIN_MS, () => dispatch('tooLate'));
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

  // On a busy phone a worker may take longer to start than a hold lasts: the heartbeat starts at once.
  const stopHeart = parts.heartbeat(HOLD_RENEW_EVERY_MS, beat);

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
