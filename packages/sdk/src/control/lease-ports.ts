import type { Time, Undo } from '@tactus/time';
import type { LockPort } from '../connection/tab-ports.ts';

/** Who wants to control a device, and with what right. */
export interface Holder {
  /** A name that tells one tab or program from another; shown to whoever loses a lease to it. 1 to 64 characters. */
  readonly holder: string;
  /** An owner goes before a guest. */
  readonly rank: 'owner' | 'guest';
}

/** Runs something every `periodMs` until undone, also while the page is hidden: in a browser, from a worker. */
export type Heartbeat = (periodMs: number, run: () => void) => Undo;

/** What control of a device is made of. All are left out where they are not needed: in Node, say. */
export interface HoldPorts extends Holder {
  /** Left out: the timers of `Time`, which browsers throttle in hidden tabs. */
  readonly heartbeat?: Heartbeat | undefined;
  /** The lock between tabs; left out: this is the only tab. */
  readonly locks?: LockPort | undefined;
  /** Runs something when the page goes away; gives the undo. */
  readonly onLeave?: ((run: () => void) => Undo) | undefined;
}

/** The heartbeat of a program whose timers nobody throttles. */
export const heartbeatOf =
  (time: Time): Heartbeat =>
  (periodMs, run) =>
    time.every(periodMs, run);
