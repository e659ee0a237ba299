import type { Device } from '@tactus/sdk';
import type { StoreApi } from 'zustand/vanilla';
import type { GuestApi, OverReason, Refusal } from './guest-api.ts';
import type { GuestHold } from './guest-hold.ts';
import type { GuestSession } from './guest-session.ts';
import type { StoredVisit } from './stored-visit.ts';
import type { VisitState } from './visit-table.ts';

/** What is known about a visit. */
export interface VisitFacts {
  readonly state: VisitState;
  /** As the cloud told it last; there while the visit is inside or away, and kept for the words of its end. */
  readonly session: GuestSession | undefined;
  readonly refusal: Refusal | undefined;
  readonly reason: OverReason | undefined;
  /** The last try to enter, or to go on, had no answer. */
  readonly failed: boolean;
  /** Nobody may go by the name of the last try to enter. */
  readonly nameRefused: boolean;
  /** What was so before nothing was heard of this guest for a while, until the guest drives again. */
  readonly resumed: Pick<StoredVisit, 'hadControl' | 'stopped'> | undefined;
  /** There while the visit is inside or away. */
  readonly inside: Inside | undefined;
}

/** What there is while a visit is inside. */
export interface Inside {
  readonly device: Device;
  readonly hold: GuestHold;
  readonly api: GuestApi;
}

/** A visit by a share link. Its bearer is nowhere but in here, and in the storage of its tab. */
export interface Visit {
  readonly store: StoreApi<VisitFacts>;
  enter(name: string): void;
  /** Goes on with the session that the tab has, if it has one. */
  resume(): void;
  /** Uses the session in this tab rather than in the other one; what moves is stopped first. */
  takeOver(): void;
  /** Lets the session be, which another tab uses, and stands at the door again. */
  joinAnew(): void;
  /** The browser says that the network is gone: whether the cloud is heard is looked at now. */
  check(): void;
  /** The browser says that the network is there: what waits for its next try is tried now. */
  retry(): void;
  /** The page goes away: what this guest has in motion is stopped, and the session lives on. */
  pause(): void;
  /** Ends the session. */
  leave(): void;
}
