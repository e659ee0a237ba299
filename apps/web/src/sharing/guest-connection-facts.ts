import type { Device } from '@tactus/sdk';
import type { StoreApi } from 'zustand/vanilla';
import type { GuestApi, OverReason, Refusal } from './guest-api.ts';
import type { GuestConnectionState } from './guest-connection-machine.ts';
import type { GuestHold } from './guest-hold.ts';
import type { GuestSession } from './guest-session.ts';
import type { StoredGuestSession } from './stored-guest-session.ts';

/** What is known about a guest's connection. */
export interface GuestConnectionFacts {
  readonly state: GuestConnectionState;
  /** As the cloud sent it last; there while the guest is inside or away, and afterwards for the text of the end. */
  readonly session: GuestSession | undefined;
  readonly refusal: Refusal | undefined;
  readonly reason: OverReason | undefined;
  /** The last try to enter, or to go on, had no answer. */
  readonly failed: boolean;
  /** Nobody may go by the name of the last try to enter. */
  readonly nameRefused: boolean;
  /** What was so before the cloud received nothing from this guest for a while, until the guest drives again. */
  readonly resumed: Pick<StoredGuestSession, 'hadControl' | 'stopped'> | undefined;
  /** There while the guest is inside or away. */
  readonly inside: Inside | undefined;
}

/** What there is while the guest is inside. */
export interface Inside {
  readonly device: Device;
  readonly hold: GuestHold;
  readonly api: GuestApi;
}

/** A guest's connection by a share link. Its bearer is nowhere but in here, and in the storage of its tab. */
export interface GuestConnection {
  readonly store: StoreApi<GuestConnectionFacts>;
  enter(name: string): void;
  /** Goes on with the session that the tab has, if it has one. */
  resume(): void;
  /** Uses the session in this tab rather than in the other one; what moves is stopped first. */
  takeOver(): void;
  /** Lets the session be, which another tab uses, and shows the join form again. */
  joinAnew(): void;
  /** The browser says that the network is gone: whether the cloud answers is checked now. */
  check(): void;
  /** The browser says that the network is there: what waits for its next try is tried now. */
  retry(): void;
  /** The page goes away: what this guest has in motion is stopped, and the session lives on. */
  pause(): void;
  /** Ends the session. */
  leave(): void;
}
