/** The types of the model of a device, its link and a cloud: rules, frames, and the state of each side. */
import type { LinkHold, OngoingMotionKind } from '@tactus/protocol';
import type { Undo } from '@tactus/time';
import type { actionOnConnect, linkHoldOfLease } from '../action-on-connect.ts';
import type { AttendanceRecord, AttendanceRules } from '../attendance.ts';

/** The rules under test, and a cloud's own behaviour; a test may break each of them. */
export interface UnattendedRules extends AttendanceRules {
  readonly actionOnConnect: typeof actionOnConnect;
  readonly linkHoldOfLease: typeof linkHoldOfLease;
  /** Whether a terminated cloud stops driven devices before it closes their links. */
  readonly stopsAtClose: boolean;
  /** Whether a driven device is stored as such before its first command goes out. */
  readonly storesDriven: boolean;
  /** Whether an owner who takes over lifts the guest's hold. */
  readonly liftsForOwner: boolean;
  /** Whether a `ping` counts as a renewal of the hold. */
  readonly pingRenews: boolean;
}

/** A frame on the link to the device. */
export type Message =
  | { readonly type: 'welcome'; readonly session: number; readonly resumed: boolean }
  | { readonly type: 'start'; readonly by: By; readonly motion: OngoingMotionKind }
  | { readonly type: 'stop' }
  | { readonly type: 'ping' }
  | { readonly type: 'hold'; readonly hold: LinkHold | undefined };
/** The kind of client that drives. */
export type By = 'guest' | 'lease' | 'owner';

/** A process of the cloud, with its knowledge of the device. */
export interface Cloud {
  session: number | undefined;
  stopGrace: Undo;
  /** The client that holds the device at the moment. */
  lease: { readonly by: By; cancelTimer: Undo } | undefined;
  /** Whether a hold was sent to the device in this session, and whether its end was. */
  hold: 'none' | 'sent' | 'lifted';
  /** Driven under a hold or lease and not seen at rest since. */
  isDriven: boolean;
  /** A Stop was sent in this session and is not confirmed. */
  owesRest: boolean;
}

/** The longest times after which a device rests without its guest or lease, ms. */
export const LEASES = {
  guest: { ttlMs: 500, closedMs: 500, everyMs: 150, silentMs: 600, whenClosedMs: 600 },
  lease: { ttlMs: 60_000, closedMs: 10_000, everyMs: 3_000, silentMs: 60_000, whenClosedMs: 10_000 },
} as const;
/** The longest trip of a frame, ms. */
export const WAY_MAX_MS = 80;

/** A process of the cloud that has just begun, with its stored data. */
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
  attendance: AttendanceRecord;
  session: number | undefined;
  motion: OngoingMotionKind;
  by: By;
  /** When the newest `hold` frame for the current motion arrived. */
  renewedAtMs: number;
  closedAtMs: number;
  lastFrameAtMs: number;
  /** Since when it is linked to a cloud that does not know its session, in motion since before; infinite otherwise. */
  unknownSinceMs: number;
}
