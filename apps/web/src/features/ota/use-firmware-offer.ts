import type { FirmwareVersion } from '@tactus/protocol';
import type { Device } from '@tactus/sdk';
import { useEffect, useState } from 'react';
import { useConnectionStatus, useDevice, useDeviceState } from '../../device/session/device-context.tsx';

/** The most versions that are read. */
const MOST_VERSIONS = 100;

/** The firmware that can be installed, or the state or error of reading it. */
export type FirmwareOffer =
  | { readonly state: 'reading' }
  | { readonly state: 'known'; readonly latest: FirmwareVersion; readonly versions: readonly FirmwareVersion[] }
  | { readonly state: 'failed'; readonly error: unknown };

/** Reads the newest firmware and all that can be installed, once in every session of the device. */
export function useFirmwareOffer(): { readonly offer: FirmwareOffer; readonly readAgain: () => void } {
  const device = useDevice();
  const ready = useConnectionStatus() === 'ready';
  const sessionId = useDeviceState((state) => state.session_id);
  const [attempt, setAttempt] = useState(0);
  /** The session and attempt for which it was read: a result of another one is outdated. */
  const wanted = ready ? `${sessionId} ${attempt}` : '';
  const [read, setRead] = useState<{ for: string; offer: FirmwareOffer }>();

  useEffect(() => {
    if (wanted === '') return undefined;
    let isOld = false;
    const show = (offer: FirmwareOffer) => !isOld && setRead({ for: wanted, offer });
    readOffer(device).then(show, (error: unknown) => show({ state: 'failed', error }));
    return () => {
      isOld = true;
    };
  }, [device, wanted]);

  return {
    offer: read?.for === wanted ? read.offer : { state: 'reading' },
    readAgain: () => setAttempt((count) => count + 1),
  };
}

async function readOffer(device: Device): Promise<FirmwareOffer> {
  const [latest, first] = await Promise.all([device.ota.readLatest(), device.ota.readVersions()]);
  const versions = [...first];
  while (versions.length < MOST_VERSIONS) {
    const more = await device.ota.readVersions(versions.length);
    if (more.length === 0) break;
    versions.push(...more);
  }
  return { state: 'known', latest, versions };
}
