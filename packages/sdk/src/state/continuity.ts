import type { SessionIds } from '@tactus/protocol';
import type { DeviceState } from './device-state.ts';
import type { StatePatch, StateSlice } from './state-slice.ts';

/**
 * The state that a reconnected device still has: all of it (`nothing-lost`), all but the points of its player
 * (`buffer-lost`), none (`rebooted`). `unknown` if its sessions were not known before.
 */
export type SessionContinuity = 'unknown' | 'nothing-lost' | 'buffer-lost' | 'rebooted';

/** Compares earlier sessions with current ones: another boot, another span of the mode, or neither. @internal */
export function sessionContinuityOf(before: SessionIds | undefined, now: SessionIds): SessionContinuity {
  if (!before) return 'unknown';
  if (before.boot_session_id !== now.boot_session_id) return 'rebooted';
  return before.mode_session_id === now.mode_session_id ? 'nothing-lost' : 'buffer-lost';
}

/** Until the continuity is decided, the earlier numbers stay: missed events may arrive late. */
const inMode = (
  { sids, continuity }: DeviceState,
  { mode_session_id }: { mode_session_id?: number | undefined },
): StatePatch =>
  sids && continuity !== undefined && mode_session_id !== undefined ? { sids: { ...sids, mode_session_id } } : {};
/** The mode's own number comes with the mode: in a session with known numbers nothing else has to be read. */
const readWithMode = (
  state: DeviceState,
  { mode_session_id }: { mode_session_id?: number | undefined },
): StatePatch => {
  const { sids: before, continuity } = state;
  if (!before || !areSessionsKnown(state)) return {};
  if (mode_session_id === undefined) return { sidsSession: undefined };
  const sids = { ...before, mode_session_id };
  return { sids, continuity: continuity ?? sessionContinuityOf(before, sids) };
};

/** Whether the known numbers were read in the current connection session of the device. */
export const areSessionsKnown = ({ sids, sidsSession, session_id }: DeviceState): boolean =>
  sids !== undefined && sidsSession !== undefined && sidsSession === session_id;

const undecided = (): StatePatch => ({ continuity: undefined });

/** The sessions of boot, socket and mode, and the continuity that follows from them after the device was away. */
export const sessionsSlice = {
  on: {
    mode_changed: inMode,
    device_disconnected: undecided,
    device_status: (_, { connected }) => (connected ? {} : undecided()),
  },
  answers: {
    // The first reading after the device was away decides; later ones only update the numbers.
    'info.sids': ({ sids: before, continuity, session_id }, sids) => ({
      sids,
      sidsSession: session_id,
      continuity: continuity ?? sessionContinuityOf(before, sids),
    }),
    'info.setMode2': inMode,
    'info.mode': readWithMode,
  },
  reread: 'info.sids',
} satisfies StateSlice;
