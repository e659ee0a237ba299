import type { Time, Undo } from '@tactus/time';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { isBetweenOldAndWanted, type ReachabilityWait } from '../../device/session/reachability-wait.ts';
import { rampedPercent } from './ramp.ts';

/** The speed until a person chooses one, per cent. @internal */
export const DEFAULT_SPEED_PERCENT = 20;
/** How much faster the device goes while the boost is held, per cent of the top speed. @internal */
export const BOOST_PERCENT = 30;

/** Between two commands of a ramp: five a second, as for a hand on the control. */
const RAMP_STEP_MS = 200;
/** How far a reported speed may differ from the requested one, by rounding. */
const ROUNDING_PERCENT = 1;
/** A boost is faster than a ramp, but not instant. */
const BOOST_RAMP_MS = 400;
/** How long after the last command the control shows the requested speed, if the device has not reported it. */
const SETTLE_MS = 1500;
/** A speed that did not reach the device is resumed with a ramp at least this long. */
const TAKE_UP_RAMP_MS = 1000;

/** The state of the control. */
export interface SpeedState {
  /** The wanted speed, per cent. It is the speed of the next start too. */
  readonly wantedPercent: number;
  /** The hand is on the control, a ramp runs, or the device has not reported back yet: show the wanted speed. */
  readonly leading: boolean;
  readonly boosted: boolean;
  /** A start is in flight. */
  readonly starting: boolean;
}

/** Why a speed was not resumed: nothing moves any more, or the device moves at another speed than requested. */
export type SpeedAbandonReason = 'stopped' | 'otherSpeed';

/** Why a motion that a hand began is over: a Stop, a lost device, or a play lease that could not be renewed. */
export type MotionEndCause = 'stop' | 'lost' | 'lease';

/** The device as the control uses it. Speeds are shares 0..1. */
export interface SpeedPorts {
  readonly time: Time;
  start(): Promise<unknown>;
  /** Sends the device a speed, at the rate of a hand; the newest wins. */
  send(velocity: number): void;
  /** Drops a speed that was not sent yet. */
  cancelSend(): void;
  /** What the device reports. `limited`: the person's limits may hold the device below the wanted speed. */
  reported(): {
    readonly playing: boolean;
    readonly velocity: number;
    readonly limited: boolean;
    /** The highest speed that the person's limits allow, per cent: 100 without a limit. */
    readonly ceilingPercent: number;
    /** Whether the device can be reached; if not, the report is an old one. */
    readonly ready: boolean;
    /** No other tab controls the device; if one does, a hand sets the speed of the next start, and nothing is sent. */
    readonly isOurs: boolean;
  };
  /** Calls when the device's report changes; returns its own undo. */
  onReport(listener: () => void): Undo;
  /** Calls when a motion that a hand began is over; returns its own undo. */
  onStop(listener: (cause: MotionEndCause) => void): Undo;
  /** Creates a resumption, which waits until the device can be reached again. */
  redelivery(onReached: (isSoon: boolean) => void): Omit<ReachabilityWait, 'readNow'>;
  /** Notifies the person that a speed which did not reach the device is not resumed. */
  onAbandoned(how: SpeedAbandonReason): void;
}

/** The speed under a hand: drafts, steps, ramps and boost become commands. */
export interface SpeedControl {
  readonly state: StoreApi<SpeedState>;
  /** Starts the motion at the slowest speed and ramps up to the wanted speed. */
  start(rampMs: number): Promise<void>;
  /** The hand is on the control. */
  drag(percent: number): void;
  /** The hand has let go. */
  release(percent: number): void;
  /** Another speed, as from a preset, ramped and clamped to 0..100. */
  set(percent: number, rampMs: number): void;
  /** Ramps one step up or down. */
  step(byPercent: number, rampMs: number): void;
  /** The speed from which a step counts, per cent: the wanted speed, or a lower one where limits hold the device. */
  stepBase(byPercent: number): number;
  /** Goes faster while the button is held, then returns to the speed before. */
  boost(held: boolean): void;
  /** A start or a speed did not reach the device: it is resumed once the device can be reached, if that moves by then. */
  undelivered(): void;
  /** Subscribes to the device's reports; returns its undo. */
  open(): Undo;
}

/** Creates the control while a page is open. Nothing is sent before the person acts. */
export function createSpeedControl(ports: SpeedPorts): SpeedControl {
  const { time } = ports;
  const state = createStore<SpeedState>()(() => ({
    wantedPercent: ports.reported().playing ? toPercent(ports.reported().velocity) : DEFAULT_SPEED_PERCENT,
    leading: false,
    boosted: false,
    starting: false,
  }));
  let cancelTimer: Undo = () => undefined;
  /** Counts the stops and the ends of the page: a start that is still in flight must not ramp up the device after one. */
  let stops = 0;

  /** The speed of the last command. */
  let goal = { percent: state.getState().wantedPercent, rampMs: 0 };
  let wasPlaying = false;
  /** The device's report when a command did not reach it. */
  let missedAtPercent = 0;
  /** Whether a missed speed may be resumed: not once the motion of its hand is over. */
  let mayTakeUp = true;
  /** The page was left: the control sends nothing more. */
  let isClosed = false;
  const redelivery = ports.redelivery(reached);

  /** The hand chose a speed while another tab controls the device, whose reports do not change it. */
  let isChosen = false;

  const playing = () => ports.reported().playing;
  /** Whether the hand controls the motion that runs now. */
  const isUnderHand = () => playing() && ports.reported().isOurs;

  /** Whether the person's limits may hold the device below a speed. */
  function isHeldBelow(percent: number): boolean {
    const { velocity, limited } = ports.reported();
    return limited && toPercent(velocity) < percent;
  }

  function rampTo(percent: number, rampMs: number) {
    const from = toPercent(ports.reported().velocity);
    goal = { percent, rampMs };
    const startedMs = time.monotonic();
    cancelTimer();
    state.setState({ leading: true });
    // The speed is resumed from there once the device can be reached.
    if (redelivery.isWaiting()) return;
    const next = () => {
      const elapsedMs = time.monotonic() - startedMs;
      ports.send(rampedPercent({ from, to: percent, elapsedMs, rampMs }) / 100);
      if (redelivery.isWaiting()) return;
      if (elapsedMs >= rampMs) settle();
      else cancelTimer = time.after(Math.min(RAMP_STEP_MS, rampMs - elapsedMs), next);
    };
    // The first step follows after one interval: at the start of the ramp the speed has not changed.
    if (rampMs > 0) cancelTimer = time.after(Math.min(RAMP_STEP_MS, rampMs), next);
    else next();
  }

  /** Shows the requested speed until the device has reported it. */
  function settle() {
    cancelTimer();
    if (redelivery.isWaiting()) return;
    cancelTimer = time.after(SETTLE_MS, () => state.setState({ leading: false }));
  }

  function stopped(cause: MotionEndCause) {
    const isCutShort = state.getState().leading && playing();
    stops += 1;
    cancelTimer();
    ports.cancelSend();
    state.setState({ leading: false, boosted: false, starting: false });
    if (cause === 'stop') redelivery.end();
    else if (isCutShort) miss(false);
  }

  /** The device itself reports that it does not move any more. */
  function restReported() {
    if (redelivery.isWaiting()) ports.onAbandoned('stopped');
    stopped('stop');
  }

  function miss(isHandValid: boolean) {
    cancelTimer();
    if (!redelivery.isWaiting()) missedAtPercent = toPercent(ports.reported().velocity);
    mayTakeUp = isHandValid && (mayTakeUp || !redelivery.isWaiting());
    redelivery.missed();
  }

  /** The device can be reached again, and has reported anew. */
  function reached(isSoon: boolean) {
    state.setState({ leading: false });
    if (!playing()) {
      if (wasPlaying) {
        ports.onAbandoned('stopped');
        stopped('stop');
      }
      return;
    }
    const percent = toPercent(ports.reported().velocity);
    if (mayTakeUp && isSoon && isBetweenOldAndWanted(percent, [missedAtPercent, goal.percent])) {
      rampTo(goal.percent, Math.max(goal.rampMs, TAKE_UP_RAMP_MS));
      return;
    }
    const expectedPercent = Math.min(goal.percent, ports.reported().ceilingPercent);
    const isExpected = Math.abs(percent - expectedPercent) <= ROUNDING_PERCENT;
    if (!isExpected) ports.onAbandoned('otherSpeed');
    // The wanted speed stays where only the limit holds the device below it.
    if (!isExpected || expectedPercent === goal.percent) state.setState({ wantedPercent: percent });
  }

  function set(percent: number, rampMs: number) {
    const wantedPercent = Math.min(100, Math.max(0, percent));
    state.setState({ wantedPercent, boosted: false });
    isChosen = !ports.reported().isOurs;
    if (isUnderHand()) rampTo(wantedPercent, rampMs);
  }

  function stepBase(byPercent: number): number {
    const { velocity, limited } = ports.reported();
    const { wantedPercent } = state.getState();
    // Steps down count from the limited speed: from the wanted one the first steps would change nothing.
    return playing() && limited && byPercent < 0 ? Math.min(wantedPercent, toPercent(velocity)) : wantedPercent;
  }

  function close() {
    isClosed = true;
    stops += 1;
    cancelTimer();
    const { leading, boosted, wantedPercent } = state.getState();
    state.setState({ leading: false, boosted: false, starting: false });
    if (!leading && !boosted) return;
    ports.cancelSend();
    // A ramp or a boost cut short by leaving the page must not leave the device at a speed that no person chose.
    if (isUnderHand()) ports.send(wantedPercent / 100);
  }

  return {
    state,
    async start(rampMs) {
      const run = stops;
      goal = { percent: state.getState().wantedPercent, rampMs };
      state.setState({ starting: true, leading: true });
      try {
        await ports.start();
        if (run === stops) rampTo(state.getState().wantedPercent, rampMs);
      } catch (error) {
        state.setState({ leading: false });
        throw error;
      } finally {
        state.setState({ starting: false });
      }
    },
    drag(percent) {
      cancelTimer();
      // A start in flight leads to the wanted speed, not to the speed in its answer.
      const leading = isUnderHand() || state.getState().starting;
      state.setState({ wantedPercent: percent, leading, boosted: false });
      goal = { percent, rampMs: 0 };
      isChosen = !ports.reported().isOurs;
      if (isUnderHand() && !redelivery.isWaiting()) ports.send(percent / 100);
    },
    release(percent) {
      state.setState({ wantedPercent: percent });
      if (isUnderHand()) settle();
    },
    set,
    step: (byPercent, rampMs) => set(stepBase(byPercent) + byPercent, rampMs),
    stepBase,
    boost(held) {
      if (held === state.getState().boosted || (held && !isUnderHand())) return;
      state.setState({ boosted: held });
      const { wantedPercent } = state.getState();
      if (playing()) rampTo(held ? Math.min(100, wantedPercent + BOOST_PERCENT) : wantedPercent, BOOST_RAMP_MS);
    },
    undelivered() {
      if (isClosed) return;
      state.setState({ leading: true });
      miss(true);
    },
    open() {
      isClosed = false;
      wasPlaying = playing();
      const offReport = ports.onReport(() => {
        // A state that was reset while the device cannot be reached is no report of the device.
        if (redelivery.isWaiting() && !ports.reported().ready) return;
        const now = playing();
        if (wasPlaying && !now) restReported();
        wasPlaying = now;
        const { leading, boosted, wantedPercent } = state.getState();
        // Another client changed the speed: the next start and step go from there.
        isChosen &&= !ports.reported().isOurs;
        if (now && !leading && !boosted && !isChosen && !isHeldBelow(wantedPercent))
          state.setState({ wantedPercent: toPercent(ports.reported().velocity) });
      });
      const offStop = ports.onStop(stopped);
      return () => {
        redelivery.end();
        close();
        offReport();
        offStop();
      };
    },
  };
}

function toPercent(velocity: number): number {
  return Math.round(velocity * 100);
}
