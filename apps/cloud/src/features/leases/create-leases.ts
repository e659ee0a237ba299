import { systemTime } from '@tactus/time';
import type { DeviceRegistry } from '../../devices/registry.ts';
import type { Metrics } from '../../observability/metrics.ts';
import type { Store } from '../../store/database.ts';
import type { DeviceCallParts } from '../playback/call-device.ts';
import { createDrivenDevices, type DrivenDevices } from './driven-devices.ts';
import { createLapses } from './lapse.ts';
import { createLeaseDesk, type LeaseDesk } from './lease-desk.ts';
import { stopDevice } from './stop-device.ts';

/** The leases of a cloud, and what happens when one runs out. */
export interface Leases
  extends Omit<LeaseDesk, 'close' | 'heldKeys'>,
    Pick<DrivenDevices, 'lift' | 'over' | 'isDriven' | 'leftBy' | 'drivenAnew' | 'stored' | 'tidy'> {
  /** Stops what moves on a device as the end of its lease does. */
  stop(connectionKey: string): void;
  /** A device was told to rest as it came; where that is not confirmed, it is stopped as the end of a lease does. */
  restsFirst(connectionKey: string, confirmed: Promise<boolean>): void;
  /** Stops everything that is driven under a hold or lease, and waits for that, for a second at most. */
  stopAll(): Promise<void>;
  close(): Promise<void>;
}

/** So long may a device take to answer that it rests; one behind a bridge asks another cloud first. */
const REST_WITHIN_MS = 2_000;
/** A cloud that closes waits so long for its devices. */
const STOP_ALL_WITHIN_MS = 1_000;

/** Puts desk, lapses and what is told and stored of them together. */
export async function createLeases(
  parts: DeviceCallParts & {
    readonly store: Store;
    readonly devices: DeviceRegistry;
    readonly metrics: Metrics;
    /** Whether an event stream of this device is open. */
    readonly isWatched: (connectionKey: string) => boolean;
    readonly onError: (error: unknown) => void;
  },
): Promise<Leases> {
  const driven = await createDrivenDevices(parts);
  const desk = createLeaseDesk({
    time: parts.time,
    isWatched: parts.isWatched,
    onHeld: driven.held,
    onEnd(end, connectionKey, isTold) {
      parts.metrics.leaseEnded(end);
      if (end === 'ran-out' && !isTold) lapses.stop(connectionKey);
    },
  });
  const lapses = createLapses({
    time: parts.time,
    isHeld: desk.isHeld,
    onError: parts.onError,
    stopNow,
  });

  function over(connectionKey: string): void {
    if (!desk.isHeld(connectionKey)) driven.over(connectionKey);
  }

  async function stopNow(connectionKey: string): Promise<boolean> {
    const device = parts.devices.get(connectionKey);
    const isStopped = device !== undefined && (await stopDevice(parts, device));
    if (isStopped) over(connectionKey);
    return isStopped;
  }

  async function rest(connectionKey: string): Promise<void> {
    const device = parts.devices.get(connectionKey);
    if (device?.info() && (await stopDevice(parts, device))) driven.over(connectionKey);
  }

  return {
    ...desk,
    over,
    lift: driven.lift,
    isDriven: driven.isDriven,
    leftBy: driven.leftBy,
    drivenAnew: driven.drivenAnew,
    stored: driven.stored,
    tidy: driven.tidy,
    stop: lapses.stop,
    restsFirst(connectionKey, confirmed) {
      parts.caller
        .within(REST_WITHIN_MS, () => confirmed)
        .then(
          (isAtRest) => (isAtRest ? over(connectionKey) : lapses.stop(connectionKey)),
          () => lapses.stop(connectionKey),
        );
    },
    async stopAll() {
      const keys = new Set([...desk.heldKeys(), ...driven.keys()]);
      if (keys.size === 0) return;
      const stops = [...keys].map((key) => rest(key).catch(parts.onError));
      // The links are real, and so is the time that passes on them.
      await Promise.race([Promise.all(stops), systemTime.sleep(STOP_ALL_WITHIN_MS)]);
    },
    async close() {
      desk.close();
      lapses.close();
      await driven.close();
    },
  };
}
