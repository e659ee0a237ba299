import { LINK_HOLD_CLOSED_MAX_MS, LINK_HOLD_SILENT_MAX_MS, type LinkHold } from '@tactus/protocol';

/** What a cloud knows of a device that connects. */
export interface ConnectingDevice {
  /** Whether the session that its hello names is resumed. */
  readonly resumed: boolean;
  /** Whether its hello names a session at all: a device that has just started has none. */
  readonly namesSession: boolean;
  /** Whether it was driven under a hold or lease and has not been seen at rest since, by this process or an earlier one. */
  readonly isDriven: boolean;
  /** Whether the order to rest was sent in this session and is not confirmed. */
  readonly owesRest: boolean;
}

/** The first action of a cloud towards a device that connects. */
export type ActionOnConnect = 'go-on' | 'rest' | 'take-in';

/** If a session is not resumed, the client responsible for its motion is unknown: the device is stopped first. */
export function actionOnConnect({ resumed, namesSession, isDriven, owesRest }: ConnectingDevice): ActionOnConnect {
  if (resumed) return owesRest ? 'rest' : 'go-on';
  return namesSession || isDriven ? 'rest' : 'take-in';
}

/** A renewal may take this much longer to reach the device than the one before. */
const TRIP_MS = 100;

/** The hold for each renewal of a lease: the device stops by itself just after the cloud would have stopped it. */
export function linkHoldOfLease({ ttlMs, closedMs }: { readonly ttlMs: number; readonly closedMs: number }): LinkHold {
  return {
    silentMs: Math.min(ttlMs + TRIP_MS, LINK_HOLD_SILENT_MAX_MS),
    closedMs: Math.min(closedMs + TRIP_MS, LINK_HOLD_CLOSED_MAX_MS),
  };
}
