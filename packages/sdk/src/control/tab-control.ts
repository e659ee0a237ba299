import { grantLocksWhenRefused } from '../connection/fallback-locks.ts';
import type { LockPort } from '../connection/tab-ports.ts';
import { DeviceError } from '../errors.ts';
import {
  type ControlHoldEffect,
  type ControlHoldEvent,
  type ControlHoldState,
  stepControlHold,
} from '../state/control-hold-table.ts';

/** The lock between the tabs of a browser: the tab that has it may send commands to the device. */
export interface TabControl {
  /**
   * Await it before a command; undefined where there is nothing to wait for. Rejects with `held-elsewhere` when another
   * tab controls the device.
   */
  require(): Promise<void> | undefined;
  /** Checks whether another tab has taken control. */
  refresh(): Promise<void>;
  /** Takes control from the tab that has it. The caller stops the motion. */
  takeOver(): Promise<void>;
  /** Ends control. */
  end(): void;
}

/** Why a command is not sent. */
export const heldElsewhereError = (): DeviceError =>
  new DeviceError('held-elsewhere', 'Another tab of this browser controls the device');

/** Returns the control of one device between tabs; `name` is the name of the lock. */
export function createTabControl(parts: {
  readonly locks: LockPort;
  readonly name: string;
  readonly onChange: (state: ControlHoldState) => void;
}): TabControl {
  const { name } = parts;
  const locks = grantLocksWhenRefused(parts.locks);
  let state: ControlHoldState = 'none';
  let steal = false;
  let requested: Promise<void> | undefined;
  let letGo: () => void = () => undefined;
  let watching = new AbortController();
  /** Numbers requests: one that was abandoned meanwhile is released at once. */
  let generation = 0;

  /** Requests the lock; resolves once it is known whether it was granted. */
  function requestLock(): Promise<void> {
    generation += 1;
    const mine = generation;
    return new Promise((known) => {
      const hold = (lock: unknown) =>
        new Promise<void>((resolve) => {
          if (mine !== generation) resolve();
          else if (lock) {
            letGo = resolve;
            dispatch('granted');
          } else {
            resolve();
            dispatch('taken');
          }
          known();
        });
      locks.request(name, steal ? { steal } : { ifAvailable: true }, hold).catch(() => {
        // Taken over by another tab, or not available at all.
        if (mine === generation) dispatch(state === 'held' ? 'takenOver' : 'taken');
        known();
      });
      steal = false;
    });
  }

  /** A shared request waits until the lock is free. */
  function watchOther(): void {
    watching.abort();
    watching = new AbortController();
    const { signal } = watching;
    const freed = async () => {
      if (!signal.aborted) dispatch('freed');
    };
    locks.request(name, { mode: 'shared', signal }, freed).catch(() => undefined); // aborted: the next refresh requests it again
  }

  function release(): void {
    generation += 1;
    letGo();
  }

  const effects: Readonly<Record<ControlHoldEffect, () => void>> = {
    ask() {
      requested = requestLock();
    },
    askAgainLater: () => undefined, // a lock answers always
    startBeat: () => watching.abort(),
    stopBeat: () => undefined, // a lock has no end, and so no beat
    release,
    releaseAndStop: release,
    stopMotion: () => undefined, // nothing is sent without the lock, so this program has no motion to stop
    watchOther,
  };

  function dispatch(event: ControlHoldEvent): void {
    const from = state;
    const { to, run } = stepControlHold(from, event);
    if (to === from && run.length === 0) return;
    state = to;
    for (const effect of run) effects[effect]();
    if (to !== from) parts.onChange(to);
  }

  async function requireHeld(): Promise<void> {
    await requested;
    if (state !== 'held') throw heldElsewhereError();
  }

  return {
    require() {
      if (state === 'held') return undefined;
      if (state === 'none') dispatch('wanted');
      return requireHeld();
    },
    async refresh() {
      if (state !== 'none') return;
      await locks.request(name, { mode: 'shared', ifAvailable: true }, async (lock) => {
        if (!lock) dispatch('taken');
      });
    },
    async takeOver() {
      if (state === 'held') return;
      if (state === 'asking') await requested;
      steal = true;
      dispatch('wanted');
      await requested;
    },
    end() {
      watching.abort();
      dispatch('letGo');
    },
  };
}
