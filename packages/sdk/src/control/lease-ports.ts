import type { Time, Undo } from '@tactus/time';
import type { LockPort } from '../connection/tab-ports.ts';

/** The program that requests control of a device, and its rank. */
export interface LeaseRequester {
  /** A name that distinguishes tabs and programs; shown to the program that loses a lease to it. 1 to 64 characters. */
  readonly holder: string;
  /** An owner takes precedence over a guest. */
  readonly rank: 'owner' | 'guest';
}

/** Runs a function every `periodMs` until undone, also while the page is hidden: in a browser, from a worker. */
export type Heartbeat = (periodMs: number, run: () => void) => Undo;

/** The ports of control. Each may be left out where it is not needed: in Node, for example. */
export interface ControlPorts extends LeaseRequester {
  /** Left out: the timers of `Time`, which browsers throttle in hidden tabs. */
  readonly heartbeat?: Heartbeat | undefined;
  /** The lock between tabs; left out: this is the only tab. */
  readonly locks?: LockPort | undefined;
  /**
   * Runs `leave` when the page is left: its motion is stopped, and nothing is sent to the device until `back` runs,
   * when the page is restored unchanged. Returns the undo.
   */
  readonly onLeave?: ((leave: () => void, back: () => void) => Undo) | undefined;
}

/** The heartbeat of a program whose timers are not throttled. */
export const createTimerHeartbeat =
  (time: Time): Heartbeat =>
  (periodMs, run) =>
    time.every(periodMs, run);
