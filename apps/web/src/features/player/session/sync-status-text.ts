import type { VideoSyncState } from '@tactus/sdk';
import type { MessageKey } from '../../../i18n/catalogs.ts';
import type { DotTone } from '../../../ui/pill.tsx';

/** The text about the synchronisation, and its colour. */
export interface SyncStatusText {
  readonly text: MessageKey;
  readonly tone: DotTone;
  /** How far the device is off the medium, ms, while it follows. */
  readonly errorMs?: number | undefined;
}

const FOLLOWING: Readonly<Record<VideoSyncState['quality'], SyncStatusText>> = {
  unknown: { text: 'player.sync.following', tone: 'busy' },
  good: { text: 'player.sync.good', tone: 'ok' },
  fair: { text: 'player.sync.fair', tone: 'busy' },
  poor: { text: 'player.sync.poor', tone: 'lost' },
};

const PAUSED_BY: Readonly<Record<NonNullable<VideoSyncState['pausedBy']>, MessageKey>> = {
  'device-stopped': 'player.paused.stopped',
  'device-paused': 'player.paused.paused',
  'stop-pressed': 'player.paused.stop',
  'new-session': 'player.paused.newSession',
  'device-back': 'player.paused.back',
};

const PHASES: Readonly<Record<Exclude<VideoSyncState['phase'], 'following'>, SyncStatusText>> = {
  idle: { text: 'player.sync.idle', tone: 'idle' },
  starting: { text: 'player.sync.starting', tone: 'busy' },
  held: { text: 'player.sync.held', tone: 'busy' },
  'device-out': { text: 'player.sync.deviceOut', tone: 'lost' },
  'device-away': { text: 'player.sync.deviceAway', tone: 'lost' },
  'script-over': { text: 'player.sync.scriptOver', tone: 'idle' },
};

/** Returns the text about the synchronisation; `isAway`: the device is not reached. */
export function syncStatusText({ phase, quality, errorMs, pausedBy }: VideoSyncState, isAway: boolean): SyncStatusText {
  if (isAway && phase !== 'idle') return PHASES['device-away'];
  if (phase === 'following') return { ...FOLLOWING[quality], errorMs };
  if (phase === 'idle' && pausedBy !== undefined) return { text: PAUSED_BY[pausedBy], tone: 'idle' };
  return PHASES[phase];
}
