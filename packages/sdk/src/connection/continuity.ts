import type { SessionIds } from '@tactus/protocol';
import type { Concern, Patch } from '../state/concern.ts';
import type { DeviceState } from '../state/device-state.ts';

/**
 * What a device that is back still has: everything (`nothing-lost`), everything but the points of its player
 * (`buffer-lost`), nothing (`rebooted`). `unknown` where its sessions were not known before.
 */
export type Continuity = 'unknown' | 'nothing-lost' | 'buffer-lost' | 'rebooted';

/** Compares the sessions of before with those of now: another boot, another span of the mode, or neither. @internal */
export function continuityOf(before: SessionIds | undefined, now: SessionIds): Continuity {
  if (!before) return 'unknown';
  if (before.boot_session_id !== now.boot_session_id) return 'rebooted';
  return before.mode_session_id === now.mode_session_id ? 'nothing-lost' : 'buffer-lost';
}

/** Until it is decided what was lost, the numbers of before stay: missed events may be told late. */
const inMode = (
  { sids, continuity }: DeviceState,
  { mode_session_id }: { mode_session_id?: number | undefined },
): Patch =>
  sids && continuity !== undefined && mode_session_id !== undefined ? { sids: { ...sids, mode_session_id } } : {};
const undecided = (): Patch => ({ continuity: undefined });

/** The sessions of boot, socket and mode (api-v3.md 3.8), and what they say after the device was away. */
export const sessionsConcern = {
  on: {
    mode_changed: inMode,
    device_disconnected: undecided,
    device_status: (_, { connected }) => (connected ? {} : undecided()),
  },
  answers: {
    // The first reading after the device was away decides; later ones only keep the numbers.
    'info.sids': ({ sids: before, continuity }, sids) => ({
      sids,
      continuity: continuity ?? continuityOf(before, sids),
    }),
    'info.setMode2': inMode,
  },
  reread: 'info.sids',
} satisfies Concern;
