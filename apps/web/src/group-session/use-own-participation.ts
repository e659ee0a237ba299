import { useEffect, useRef, useState } from 'react';
import { useMissingCapabilities } from '../device/session/capability.ts';
import { useCloudFeatures } from '../device/session/deployment.ts';
import { useConnectionStatus, useDevice } from '../device/session/device-context.tsx';
import { useClock } from '../ui/time-context.tsx';
import type { GroupRoom } from './group-room.ts';
import { createOwnParticipation, type OwnParticipation } from './own-participation.ts';

/**
 * The own device in a room, out at first. It drops out when the page is closed; home receives its state. Its offset stays
 * as it was set where the device comes back as another one, such as with capabilities that were unknown before.
 */
export function useOwnParticipation(room: GroupRoom): OwnParticipation | undefined {
  const device = useDevice();
  const time = useClock();
  const features = useCloudFeatures();
  const { slider: vibrates } = useMissingCapabilities();
  const ready = useConnectionStatus() === 'ready';
  const [part, setPart] = useState<OwnParticipation>();
  const offsetMs = useRef(0);

  useEffect(() => {
    const made = createOwnParticipation({ room, device, time, features, vibrates, offsetMs: offsetMs.current });
    setPart(made);
    return () => {
      offsetMs.current = made.store.getState().offsetMs;
      made.close();
    };
  }, [room, device, time, features, vibrates]);

  useEffect(() => {
    if (part === undefined) return;
    const report = () => {
      const { state, share } = part.store.getState();
      room.report(state === 'in' ? 'in' : ready ? 'ready' : 'out', () => {
        const errorMs = share && ownDeviationMs(share.sync.getState().errorMs, room, device.clock.error()?.jitterMs);
        return errorMs === undefined ? null : Math.round(errorMs);
      });
    };
    report();
    return part.store.subscribe(report);
  }, [part, room, device, ready]);

  return part;
}

/** The possible deviation of a device, ms: of its script, and the jitter of both clocks; asymmetric delay is not included. */
export function ownDeviationMs(
  scriptMs: number | undefined,
  { clock }: Pick<GroupRoom, 'clock'>,
  deviceJitterMs: number | undefined,
): number | undefined {
  if (scriptMs === undefined) return undefined;
  return scriptMs + (clock.error()?.jitterMs ?? 0) + (deviceJitterMs ?? 0);
}
