import { HampPlayState } from '@tactus/protocol';
import { type Device, isStopBegun } from '@tactus/sdk';
import { startStopwatch, type Time } from '@tactus/time';
import { createTimerWithSleep } from '@tactus/time/sleep';
import type { StoreApi } from 'zustand/vanilla';
import { isInMotion } from './motion.ts';

const MINUTE_MS = 60_000;
/** The gentle end: so many steps down, one a second, then Stop. */
const STEPS = 10;
const STEP_MS = 1000;
/** A motion that begins within so long after the end continues the same session: a pause does not start a new one. */
const PAUSE_MS = 60_000;
/** The strength of a wave is that of its crest, which repeats within so long. */
const WAVE_MS = 5_000;

/** The end of a session: some minutes after the first movement, a sleep of the machine included, the device slows down and stops. */
export interface SessionTimer {
  /** Sets the length; 0 is no end. A running session is counted from now. */
  set(minutes: number): void;
  close(): void;
}

/** The speed and strength of a device when its session began to end, 0..1. */
export interface StrengthAtSessionEnd {
  readonly speed01: number;
  readonly amplitude01: number;
}

const FULL: StrengthAtSessionEnd = { speed01: 1, amplitude01: 1 };

/** Whether any device moves that follows the one in use. */
export type MovingFollowers = Pick<StoreApi<{ readonly moving: boolean }>, 'getState' | 'subscribe'>;

/**
 * Watches a device and those that follow it. During the end, `limitTo` limits every mode to a share of its value before; 1 removes the limit.
 * A running speed and vibration are sent again at every step. A Stop by any client ends the session at once.
 */
export function createSessionTimer(parts: {
  device: Device;
  followers: MovingFollowers;
  time: Time;
  /** Beats also while the page is hidden. */
  heartbeat: Time['every'] | undefined;
  limitTo: (share: number, from: StrengthAtSessionEnd) => void;
  onError: (error: unknown) => void;
  onOver: () => void;
}): SessionTimer {
  const { device, followers, time, heartbeat, limitTo, onError, onOver } = parts;
  let minutes = 0;
  const timer = createTimerWithSleep({ time, heartbeat });
  let isRunning = false;
  let ending = false;
  /** The time is up, and the device was at rest. */
  let isDue = false;
  let restedMs = startStopwatch(time);
  let vibrated: readonly { readonly atMs: number; readonly amplitude: number }[] = [];
  const isMoving = () => isInMotion(device.store.getState()) || followers.getState().moving;
  let wasMoving = isMoving();
  const ofThisWave = () => vibrated.filter(({ atMs }) => time.monotonic() - atMs <= WAVE_MS);

  function begin(): void {
    const state = device.store.getState();
    if (minutes === 0 || state.stopPhase === 'stopping' || !isMoving()) return;
    if (isDue) end();
    else if (!isRunning) {
      isRunning = true;
      timer.set(minutes * MINUTE_MS, end);
    }
  }

  /** An end within a sleep skips the steps that it would have made by the wake: after a longer sleep it is a stop at once. */
  function end(sleptOnMs = 0): void {
    isDue = !isMoving();
    if (isDue) {
      const leftMs = PAUSE_MS - restedMs();
      if (leftMs > 0) timer.set(leftMs, over);
      else over();
      return;
    }
    ending = true;
    const { hamp, hvp } = device.store.getState();
    const from: StrengthAtSessionEnd = {
      speed01: hamp.play_state === HampPlayState.PLAYING ? hamp.velocity : 1,
      amplitude01: hvp.enabled ? Math.max(hvp.amplitude, ...ofThisWave().map(({ amplitude }) => amplitude)) : 1,
    };
    slower(1, sleptOnMs);

    function slower(next: number, sleptOnMs: number): void {
      const step = Math.min(STEPS, next + Math.floor(sleptOnMs / STEP_MS));
      const share = 1 - step / STEPS;
      if (step === STEPS) {
        over();
        void device.stop();
        onOver();
        return;
      }
      limitTo(share, from);
      const now = device.store.getState();
      if (now.hamp.play_state === HampPlayState.PLAYING)
        void device.hamp.setVelocity(Math.min(now.hamp.velocity, from.speed01 * share)).catch(onError);
      if (now.hvp.enabled) {
        const { amplitude, frequency, position } = now.hvp;
        const weaker = Math.min(amplitude, from.amplitude01 * share);
        void device.hvp.setState({ amplitude: weaker, frequency, position }).catch(onError);
      }
      timer.set(STEP_MS, (sleptOnMs) => slower(step + 1, sleptOnMs));
    }
  }

  function over(): void {
    timer.clear();
    isRunning = false;
    isDue = false;
    if (ending) limitTo(1, FULL);
    ending = false;
  }

  function noteRest(): void {
    if (wasMoving && !isMoving()) restedMs = startStopwatch(time);
    wasMoving = isMoving();
  }

  const unfollowOthers = followers.subscribe(() => {
    noteRest();
    begin();
  });
  const unfollow = device.store.subscribe((now, before) => {
    noteRest();
    if (now.hvp !== before.hvp && now.hvp.enabled)
      vibrated = [...ofThisWave(), { atMs: time.monotonic(), amplitude: now.hvp.amplitude }];
    if (isStopBegun(now, before)) over();
    else begin();
  });

  return {
    set(next) {
      if (next === minutes) return;
      over();
      minutes = next;
      begin();
    },
    close() {
      unfollow();
      unfollowOthers();
      over();
    },
  };
}
