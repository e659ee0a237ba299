import { LINK_HOLD_CLOSED_MAX_MS, LINK_HOLD_SILENT_MAX_MS, type LinkHold } from '@tactus/protocol';

/** What a cloud knows of a device that connects. */
export interface ConnectingDevice {
  /** Whether the session that its hello names goes on. */
  readonly resumed: boolean;
  /** Whether its hello names a session at all: one that starts has none. */
  readonly namesSession: boolean;
  /** Whether it was driven under a hold or lease and has not been seen at rest since, by this process or one before. */
  readonly isDriven: boolean;
  /** Whether the order to rest was sent in this session and has not confirmed that. */
  readonly owesRest: boolean;
}

/** What a cloud does with a device that connects, before anything else that it sends. */
export type FirstOrder = 'go-on' | 'rest' | 'take-in';

/** Whoever held what moves in a device whose session does not go on is not known any more: it is brought to rest first. */
export function firstOrder({ resumed, namesSession, isDriven, owesRest }: ConnectingDevice): FirstOrder {
  if (resumed) return owesRest ? 'rest' : 'go-on';
  return namesSession || isDriven ? 'rest' : 'take-in';
}

/** To reach the device a renewal may take so much longer than the one before. */
const TRIP_MS = 100;

/** What each renewal of a lease sends to a device: it stops by itself just after the cloud would have stopped it. */
export function holdOfLease({ ttlMs, closedMs }: { readonly ttlMs: number; readonly closedMs: number }): LinkHold {
  return {
    silentMs: Math.min(ttlMs + TRIP_MS, LINK_HOLD_SILENT_MAX_MS),
    closedMs: Math.min(closedMs + TRIP_MS, LINK_HOLD_CLOSED_MAX_MS),
  };
}
