import type { MessageKey } from '../../i18n/catalogs.ts';
import type { DotTone } from '../../ui/pill.tsx';
import { type ShownWord, useConnectionWord, useDeviceState } from './device-context.tsx';

/** A state of a device in the words of the dock and of every header. */
export type StatusWord = ShownWord | 'stopping' | 'stopFailed' | 'updating' | 'moving' | 'stopped';

/** How each word of the connection is said and shown. */
export const CONNECTION_STYLE: Readonly<Record<ShownWord, { text: MessageKey; tone: DotTone }>> = {
  offline: { text: 'connection.offline', tone: 'idle' },
  connecting: { text: 'connection.connecting', tone: 'busy' },
  ready: { text: 'connection.ready', tone: 'ok' },
  lost: { text: 'connection.lost', tone: 'lost' },
  noNetwork: { text: 'connection.noNetwork', tone: 'idle' },
  unknown: { text: 'connection.unknown', tone: 'lost' },
  refused: { text: 'connection.refused', tone: 'lost' },
  waiting: { text: 'connection.waiting', tone: 'busy' },
};

/** How each state is said and shown. */
export const STATUS_STYLE: Readonly<Record<StatusWord, { text: MessageKey; tone: DotTone }>> = {
  ...CONNECTION_STYLE,
  stopping: { text: 'dock.stopping', tone: 'busy' },
  stopFailed: { text: 'banner.stopFailed', tone: 'lost' },
  updating: { text: 'dock.updating', tone: 'busy' },
  moving: { text: 'dock.moving', tone: 'ok' },
  stopped: { text: 'dock.stopped', tone: 'ok' },
};

/**
 * Reads the one state that every place of a page shows: a Stop in flight first, then a connection that is not ready, then
 * what the device does. `moving` says whether anything moves that Stop would stop.
 */
export function useDeviceStatus(moving: boolean): StatusWord {
  const word = useConnectionWord();
  const stopPhase = useDeviceState((state) => state.stopPhase);
  const updating = useDeviceState((state) => state.ota.ongoing);
  if (stopPhase === 'stopping') return 'stopping';
  if (stopPhase === 'could-not-send') return 'stopFailed';
  if (word !== 'ready') return word;
  if (updating) return 'updating';
  if (moving) return 'moving';
  return stopPhase === 'stopped' ? 'stopped' : 'ready';
}
