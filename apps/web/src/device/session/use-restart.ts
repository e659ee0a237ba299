import { ConnectionMode } from '@tactus/protocol';
import { connectionStatus, type Device, type DeviceState } from '@tactus/sdk';
import { useEffect, useState } from 'react';
import { useTime } from '../../ui/time-context.tsx';
import { useDevice, useDeviceState } from './device-context.tsx';

/** What is to be said of a restart that is not over: it stays away from the network, or takes longer than it should. */
export type Restart = 'away' | 'late';

/** A device that restarts with Wi-Fi is back before. */
const BACK_MS = 15_000;

const WITH_WIFI: ReadonlySet<unknown> = new Set([ConnectionMode.WIFI, ConnectionMode.WIFI_BLE]);

/** Whether the device has left for a restart and is not back. */
export const isRestarting = (state: DeviceState): boolean =>
  connectionStatus(state) === 'lost' && state.disconnectReason === 'reboot';

/** How the restart goes; `undefined` while the device is there, or may be back in a few seconds. */
export function useRestart(): Restart | undefined {
  const device = useDevice();
  const time = useTime();
  const restarting = useDeviceState(isRestarting);
  const [restart, setRestart] = useState<Restart>();
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

/** When the device left; now, where nothing is known of it any more. A page without banners may have been between. */
function wentAt(device: Device, now: number): number {
  const went = device.trace
    .entries()
    .findLast((entry) => entry.kind === 'event' && entry.name === 'device_disconnected');
  return went?.atMs ?? now;
}

/** Whether this app has asked, since the device was last there, for a restart without Wi-Fi. */
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
