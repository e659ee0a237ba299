import type { VideoSyncState } from '@tactus/sdk';
import type { MessageKey } from '../../i18n/catalogs.ts';
import type { DotTone } from '../../ui/pill.tsx';

/** The text about the synchronisation of the clip, and its colour. */
export interface ClipStatusText {
  readonly text: MessageKey;
  readonly tone: DotTone;
}

const PHASES: Readonly<Record<VideoSyncState['phase'], ClipStatusText>> = {
  idle: { text: 'sync.state.idle', tone: 'idle' },
  starting: { text: 'sync.state.starting', tone: 'busy' },
  held: { text: 'sync.state.starting', tone: 'busy' },
  following: { text: 'sync.state.following', tone: 'ok' },
  'device-out': { text: 'sync.state.stopped', tone: 'lost' },
  'device-away': { text: 'sync.state.away', tone: 'lost' },
  'script-over': { text: 'sync.state.idle', tone: 'idle' },
};

const PAUSED_BY: Readonly<Record<NonNullable<VideoSyncState['pausedBy']>, MessageKey>> = {
  'device-stopped': 'sync.state.stopped',
  'device-paused': 'sync.state.stopped',
  'stop-pressed': 'sync.state.stopped',
  'new-session': 'sync.state.restarted',
  'device-back': 'sync.state.restarted',
};

/** Returns the text about the synchronisation of device and clip. */
export function clipStatusText({ phase, pausedBy }: Pick<VideoSyncState, 'phase' | 'pausedBy'>): ClipStatusText {
  if (phase === 'idle' && pausedBy !== undefined) return { text: PAUSED_BY[pausedBy], tone: 'idle' };
  return PHASES[phase];
}
