import { ConnectionMode } from '@tactus/protocol';
import { connectionStatus, type Device, type DeviceState } from '@tactus/sdk';
import { useEffect, useState } from 'react';
import { useClock } from '../../ui/time-context.tsx';
import { useDevice, useDeviceState } from './device-context.tsx';

/** The message about an unfinished restart: the device stays off the network, or takes longer than it should. */
export type RestartTrouble = 'away' | 'late';

/** A device that restarts with Wi-Fi is back sooner. */
const BACK_MS = 15_000;

const WITH_WIFI: ReadonlySet<unknown> = new Set([ConnectionMode.WIFI, ConnectionMode.WIFI_BLE]);

/** Whether the device has left for a restart and is not back. */
export const isDeviceRestarting = (state: DeviceState): boolean =>
  connectionStatus(state) === 'lost' && state.disconnectReason === 'reboot';

/** The state of the restart; `undefined` while the device is connected, or may be back in a few seconds. */
export function useRestartTrouble(): RestartTrouble | undefined {
  const device = useDevice();
  const time = useClock();
  const restarting = useDeviceState(isDeviceRestarting);
  const [restart, setRestart] = useState<RestartTrouble>();
  useEffect(() => {
    if (!restarting) return;
    if (staysAway(device)) setRestart('away');
    const leftMs = Math.max(0, BACK_MS - (time.now() - wentAt(device, time.now())));
    const cancel = time.after(leftMs, () => setRestart(staysAway(device) ? 'away' : 'late'));
    return () => {
      cancel();
      setRestart(undefined);
    };
  }, [device, restarting, time]);
  return restart;
}

/** When the device left; now, where that is unknown: a page without banners may have been open at the time. */
function wentAt(device: Device, now: number): number {
  const went = device.trace
    .entries()
    .findLast((entry) => entry.kind === 'event' && entry.name === 'device_disconnected');
  return went?.atMs ?? now;
}

/** Whether this app has requested a restart without Wi-Fi since the device was last connected. */
function staysAway(device: Device): boolean {
  const entries = device.trace.entries();
  const cameAt = entries.findLastIndex((entry) => entry.kind === 'event' && entry.name === 'device_connected');
  const reboot = entries
    .slice(cameAt + 1)
    .findLast((entry) => entry.kind === 'command' && entry.call === 'system.reboot');
  if (reboot?.kind !== 'command') return false;
  const { connection_mode } = reboot.input as { connection_mode: ConnectionMode }; // the input of this call
  return !WITH_WIFI.has(connection_mode);
}
