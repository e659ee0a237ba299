import type { StrokeWindow } from '@tactus/motion';
import type { GuestView } from '@tactus/protocol';
import type { Device } from '@tactus/sdk';
import type { StoreApi } from 'zustand/vanilla';
import type { EntryRefusal, GuestApi, SessionOverReason } from './guest-api.ts';
import type { GuestConnectionState } from './guest-connection-machine.ts';
import type { GuestHold } from './guest-hold.ts';
import type { StoredGuestSession } from './stored-guest-session.ts';

/** The state of a guest's connection. */
export interface GuestConnectionFacts {
  readonly state: GuestConnectionState;
  /** As the cloud sent it last; set while the guest is inside or away, and afterwards for the text of the end. */
  readonly session: GuestView | undefined;
  readonly refusal: EntryRefusal | undefined;
  readonly reason: SessionOverReason | undefined;
  /** The last attempt to enter, or to resume, had no answer. */
  readonly failed: boolean;
  /** The name of the last attempt to enter is not allowed. */
  readonly nameRefused: boolean;
  /** The state before the cloud received nothing from this guest for a while; set until the guest drives again. */
  readonly resumed: Pick<StoredGuestSession, 'hadControl' | 'stopped'> | undefined;
  /** Set while the guest is inside or away. */
  readonly inside: GuestSessionParts | undefined;
}

/** The parts that exist while the guest is inside. */
export interface GuestSessionParts {
  readonly device: Device;
  /** The ends of the strokes that the guest requested last, shares of the owner's part of the stroke. */
  readonly strokeEnds: StoreApi<StrokeWindow>;
  readonly hold: GuestHold;
  readonly api: GuestApi;
}

/** A guest's connection by a share link. Its bearer token exists only in here, and in the storage of its tab. */
export interface GuestConnection {
  readonly store: StoreApi<GuestConnectionFacts>;
  enter(name: string): void;
  /** Resumes the session of the tab, if it has one. */
  resume(): void;
  /** Moves the session from another tab to this one; motion is stopped first. */
  takeOver(): void;
  /** Leaves the session to the other tab, and shows the join form again. */
  joinAnew(): void;
  /** The browser reports that the network is gone: checks now whether the cloud answers. */
  check(): void;
  /** The browser reports a network: pending retries run now. */
  retry(): void;
  /** The page is being closed: this guest's motion is stopped, and the session lives on. */
  pause(): void;
  /** Ends the session. */
  leave(): void;
}
