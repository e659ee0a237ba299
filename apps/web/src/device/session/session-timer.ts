import { HampPlayState } from '@tactus/protocol';
import { type Device, isStopBegun } from '@tactus/sdk';
import { afterWithSleep, startStopwatch, type Time, type Undo } from '@tactus/time';
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
  limitTo: (share: number, from: StrengthAtSessionEnd) => void;
  onError: (error: unknown) => void;
  onOver: () => void;
}): SessionTimer {
  const { device, followers, time, limitTo, onError, onOver } = parts;
  let minutes = 0;
  let timer: Undo | undefined;
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
    else timer ??= afterWithSleep(time, minutes * MINUTE_MS, end);
  }

  /** An end that comes late skips so many steps: after a sleep it is a stop at once. */
  function end(lateMs = 0): void {
    timer?.();
    isDue = !isMoving();
    if (isDue) {
      const leftMs = PAUSE_MS - restedMs();
      if (leftMs > 0) timer = afterWithSleep(time, leftMs, over);
      else over();
      return;
    }
    ending = true;
    const { hamp, hvp } = device.store.getState();
    const from: StrengthAtSessionEnd = {
      speed01: hamp.play_state === HampPlayState.PLAYING ? hamp.velocity : 1,
      amplitude01: hvp.enabled ? Math.max(hvp.amplitude, ...ofThisWave().map(({ amplitude }) => amplitude)) : 1,
    };
    slower(1, lateMs);

    function slower(next: number, lateMs: number): void {
      const step = Math.min(STEPS, next + Math.floor(lateMs / STEP_MS));
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
      timer = afterWithSleep(time, STEP_MS, (lateMs) => slower(step + 1, lateMs));
    }
  }

  function over(): void {
    timer?.();
    timer = undefined;
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
