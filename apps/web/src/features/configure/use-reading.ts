import { isLegacy } from '@tactus/sdk';
import { useEffect } from 'react';
import { useConnectionStatus, useDevice, useDeviceState } from '../../device/session/device-context.tsx';
import { useLatest } from '../../device/session/use-latest.ts';

type Read = (device: ReturnType<typeof useDevice>) => Promise<unknown>;

/** Reads something of the device once in every session; what it answers is in its state. A device that does not know it stays as it is. */
export function useReading(read: Read): void {
  const device = useDevice();
  const latest = useLatest(read);
  const ready = useConnectionStatus() === 'ready';
  const sessionId = useDeviceState((state) => state.session_id);
  const legacy = useDeviceState(isLegacy);
  useEffect(() => {
    if (!ready || legacy || sessionId === undefined) return;
    // What cannot be read is shown as not known.
    latest.current(device).catch(() => undefined);
  }, [device, latest, ready, legacy, sessionId]);
}
