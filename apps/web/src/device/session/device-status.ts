import { FirmwareStatus } from '@tactus/protocol';
import type { MessageKey } from '../../i18n/catalogs.ts';
import type { DotTone } from '../../ui/pill.tsx';
import { type ShownConnectionStatus, useConnectionStatus, useDeviceState } from './device-context.tsx';

/** The status of a device, as the dock and every header show it. */
export type ShownDeviceStatus = ShownConnectionStatus | 'stopping' | 'stopFailed' | 'updating' | 'moving' | 'stopped';

/** The text and colour of each status of the connection. */
export const CONNECTION_STATUS_STYLE: Readonly<Record<ShownConnectionStatus, { text: MessageKey; tone: DotTone }>> = {
  offline: { text: 'connection.offline', tone: 'idle' },
  connecting: { text: 'connection.connecting', tone: 'busy' },
  ready: { text: 'connection.ready', tone: 'ok' },
  lost: { text: 'connection.lost', tone: 'lost' },
  noNetwork: { text: 'connection.noNetwork', tone: 'idle' },
  unknown: { text: 'connection.unknown', tone: 'lost' },
  refused: { text: 'connection.refused', tone: 'lost' },
  waiting: { text: 'connection.waiting', tone: 'busy' },
};

/** The text and colour of each status of the device. */
export const DEVICE_STATUS_STYLE: Readonly<Record<ShownDeviceStatus, { text: MessageKey; tone: DotTone }>> = {
  ...CONNECTION_STATUS_STYLE,
  stopping: { text: 'dock.stopping', tone: 'busy' },
  stopFailed: { text: 'banner.stopFailed', tone: 'lost' },
  updating: { text: 'dock.updating', tone: 'busy' },
  moving: { text: 'dock.moving', tone: 'ok' },
  stopped: { text: 'dock.stopped', tone: 'ok' },
};

/** How long a status lasts before it is announced, ms: every short move changes those of a device that is well. */
export const settleMs = (status: ShownDeviceStatus): number => (status === 'moving' || status === 'ready' ? 700 : 0);

/** The text of each status of the firmware. */
export const FIRMWARE_STATUS_TEXT: Readonly<Record<FirmwareStatus, MessageKey>> = {
  [FirmwareStatus.UP_TO_DATE]: 'firmware.upToDate',
  [FirmwareStatus.UPDATE_AVAILABLE]: 'firmware.updateAvailable',
  [FirmwareStatus.UPDATE_REQUIRED]: 'firmware.updateRequired',
};

/**
 * Reads the one state that every part of a page shows: a Stop in flight first, then a connection that is not ready, then
 * the motion. `moving`: whether anything moves that Stop would stop.
 */
export function useDeviceStatus(moving: boolean): ShownDeviceStatus {
  const connection = useConnectionStatus();
  const stopPhase = useDeviceState((state) => state.stopPhase);
  const updating = useDeviceState((state) => state.ota.ongoing);
  if (stopPhase === 'stopping') return 'stopping';
  if (stopPhase === 'could-not-send') return 'stopFailed';
  if (connection !== 'ready') return connection;
  if (updating) return 'updating';
  if (moving) return 'moving';
  return stopPhase === 'stopped' ? 'stopped' : 'ready';
}
