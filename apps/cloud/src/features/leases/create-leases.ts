import { systemTime } from '@tactus/time';
import type { CommandOrderRegistry } from '../../devices/command-order-registry.ts';
import type { DeviceRegistry } from '../../devices/registry.ts';
import type { Metrics } from '../../observability/metrics.ts';
import type { Store } from '../../store/database.ts';
import type { DeviceCallParts } from '../playback/call-device.ts';
import { stopDevice } from '../stopping/stop-device.ts';
import { createDrivenDevices, type DrivenDevices } from './driven-devices.ts';
import { createLeaseManager, type LeaseManager } from './lease-manager.ts';
import { createStopRetrier } from './stop-retrier.ts';

/** The leases of a cloud, and the stop of a device whose lease expires. */
export interface Leases
  extends Omit<LeaseManager, 'close' | 'heldKeys'>,
    Pick<DrivenDevices, 'lift' | 'over' | 'isDriven' | 'leftBy' | 'drivenAnew' | 'stored' | 'tidy'> {
  /** Stops a device as an expired lease does. */
  stop(connectionKey: string): void;
  /** A device that has just linked was stopped; where it does not confirm the stop, it is stopped as after an expired lease. */
  restsFirst(connectionKey: string, confirmed: Promise<boolean>): void;
  /** Stops every device that is driven under a hold or lease, and waits for that, for a second at most. */
  stopAll(): Promise<void>;
  close(): Promise<void>;
}

/** Time for a device to confirm that it is at rest; one behind a bridge calls another cloud first. */
const REST_WITHIN_MS = 2_000;
/** A closing cloud waits this long for its devices. */
const STOP_ALL_WITHIN_MS = 1_000;

/** Assembles the lease manager, the retrier of the cloud's own stops, and the records of driven devices. */
export async function createLeases(
  parts: DeviceCallParts & {
    readonly store: Store;
    readonly devices: DeviceRegistry;
    readonly metrics: Metrics;
    readonly orders: CommandOrderRegistry;
    /** Whether an event stream of this device is open. */
    readonly isWatched: (connectionKey: string) => boolean;
    readonly onError: (error: unknown) => void;
  },
): Promise<Leases> {
  const driven = await createDrivenDevices(parts);
  const manager = createLeaseManager({
    time: parts.time,
    isWatched: parts.isWatched,
    onHeld: driven.held,
    onOver: parts.orders.bar,
    onEnd(end, connectionKey, isHandled) {
      parts.metrics.leaseEnded(end);
      if (end === 'ran-out' && !isHandled) expiredStopper.stop(connectionKey);
    },
  });
  const expiredStopper = createStopRetrier({
    time: parts.time,
    isHeld: manager.isHeld,
    onError: parts.onError,
    stopNow,
  });

  function over(connectionKey: string): void {
    if (!manager.isHeld(connectionKey)) driven.over(connectionKey);
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
    ...manager,
    over,
    lift: driven.lift,
    isDriven: driven.isDriven,
    leftBy: driven.leftBy,
    drivenAnew: driven.drivenAnew,
    stored: driven.stored,
    tidy: driven.tidy,
    stop: expiredStopper.stop,
    restsFirst(connectionKey, confirmed) {
      parts.caller
        .within(REST_WITHIN_MS, () => confirmed)
        .then(
          (isAtRest) => (isAtRest ? over(connectionKey) : expiredStopper.stop(connectionKey)),
          () => expiredStopper.stop(connectionKey),
        );
    },
    async stopAll() {
      const keys = new Set([...manager.heldKeys(), ...driven.keys()]);
      if (keys.size === 0) return;
      const stops = [...keys].map((key) => rest(key).catch(parts.onError));
      // The links are real, and so is their time.
      await Promise.race([Promise.all(stops), systemTime.sleep(STOP_ALL_WITHIN_MS)]);
    },
    async close() {
      manager.close();
      expiredStopper.close();
      await driven.close();
    },
  };
}
