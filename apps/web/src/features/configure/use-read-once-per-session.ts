import { hasLegacyFirmware } from '@tactus/sdk';
import { useEffect } from 'react';
import { useConnectionStatus, useDevice, useDeviceState } from '../../device/session/device-context.tsx';
import { useLatest } from '../../ui/use-latest.ts';

type Read = (device: ReturnType<typeof useDevice>) => Promise<unknown>;

/** Reads a value of the device once in every session; the answer is in its state. An error of an older device is ignored. */
export function useReadOncePerSession(read: Read): void {
  const device = useDevice();
  const latest = useLatest(read);
  const ready = useConnectionStatus() === 'ready';
  const sessionId = useDeviceState((state) => state.session_id);
  const legacy = useDeviceState(hasLegacyFirmware);
  useEffect(() => {
    if (!ready || legacy || sessionId === undefined) return;
    // A value that cannot be read is shown as unknown.
    latest.current(device).catch(() => undefined);
  }, [device, latest, ready, legacy, sessionId]);
}
