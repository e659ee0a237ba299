/** The words of the model of a device, its link and a cloud: rules, frames, and what each side knows. */
import type { LinkHold, OngoingMotion } from '@tactus/protocol';
import type { Undo } from '@tactus/time';
import type { Attendance, AttendanceRules } from '../attendance.ts';
import type { firstOrder, holdOfLease } from '../first-order.ts';

/** The rules under test, and what a cloud does at its own end, each of which a test may break. */
export interface UnattendedRules extends AttendanceRules {
  readonly firstOrder: typeof firstOrder;
  readonly holdOfLease: typeof holdOfLease;
  /** Whether a cloud that is terminated stops what is driven before it closes its links. */
  readonly stopsAtClose: boolean;
  /** Whether what is driven is stored before its first command goes out. */
  readonly storesDriven: boolean;
  /** Whether an owner who takes over lifts the hold of the guest before. */
  readonly liftsForOwner: boolean;
  /** Whether a `ping` is taken for a renewal of the hold. */
  readonly pingRenews: boolean;
}

/** A frame on the link to the device. */
export type Message =
  | { readonly type: 'welcome'; readonly session: number; readonly resumed: boolean }
  | { readonly type: 'start'; readonly by: By; readonly motion: OngoingMotion }
  | { readonly type: 'stop' }
  | { readonly type: 'ping' }
  | { readonly type: 'hold'; readonly hold: LinkHold | undefined };
/** Who drives. */
export type By = 'guest' | 'lease' | 'owner';

/** A process of the cloud, as far as it knows of the device. */
export interface Cloud {
  session: number | undefined;
  stopGrace: Undo;
  /** Who holds the device at the moment. */
  lease: { readonly by: By; cancelTimer: Undo } | undefined;
  /** Whether a hold was sent to the device in this session, and whether its end was. */
  hold: 'none' | 'sent' | 'lifted';
  /** Driven under a hold or lease and not seen at rest since. */
  isDriven: boolean;
  /** A Stop was sent in this session and is not confirmed. */
  owesRest: boolean;
}

/** What a guest and a lease promise: the device rests by these times, ms. */
export const LEASES = {
  guest: { ttlMs: 500, closedMs: 500, everyMs: 150, silentMs: 600, whenClosedMs: 600 },
  lease: { ttlMs: 60_000, closedMs: 10_000, everyMs: 3_000, silentMs: 60_000, whenClosedMs: 10_000 },
} as const;
/** The longest way of a frame, ms. */
export const WAY_MAX_MS = 80;

/** A process of the cloud that has just begun, with what its store says. */
export const newCloud = (isDriven: boolean): Cloud => ({
  session: undefined,
  stopGrace: () => undefined,
  lease: undefined,
  hold: 'none',
  isDriven,
  owesRest: false,
});

/** The device's end. */
export interface ModelDevice {
  attendance: Attendance;
  session: number | undefined;
  motion: OngoingMotion;
  by: By;
  /** The newest `hold` frame for what moves, by when it arrived. */
  renewedAtMs: number;
  closedAtMs: number;
  heardAtMs: number;
  /** Since when it is linked to a cloud that does not know its session, moving since before; infinite where it is not. */
  unknownSinceMs: number;
}
