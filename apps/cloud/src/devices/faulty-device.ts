import type { DeviceBackend } from '@tactus/protocol';
import { createRandom } from '@tactus/time';
import type { VirtualDevice } from '@tactus/virtual-device';
import { createFaultyLink, type FaultyLinkOptions } from './faulty-link.ts';
import { type FaultRequest, type LinkFaults, NO_FAULTS } from './link-faults.ts';
import { createLinkFlapSimulator } from './link-flap-simulator.ts';

/** The ways in which the cloud itself fails a request. */
export type HttpFault = 'too-many-requests' | 'server-error';

/** A virtual device with the rights of an operator (docs/control.md). */
export interface OperatorDevice {
  /** The device itself, without the faults of its link. */
  readonly device: VirtualDevice;
  faults(): LinkFaults;
  setFaults(order: FaultRequest): void;
  /** Cuts or restores the link. Flaps do not restore a link that was cut here. */
  setConnected(connected: boolean): void;
  /** Draws whether the next request is failed by the cloud. */
  httpFault(): HttpFault | undefined;
  /** Aborted when the device is removed or its cloud closes. */
  gone(): AbortSignal;
}

/** A virtual device with all its possible faults. */
export interface FaultyDevice extends OperatorDevice {
  /** The device as the cloud reaches it. */
  readonly link: DeviceBackend;
  /** How many calls clients have made. */
  uses(): number;
  /** Whether a client ever sent a call of motion. */
  wasMoved(): boolean;
  /** Ends the device and all actions that are scheduled for it. */
  close(): void;
}

/** Separates the random sequence of requests from that of the link. */
const HTTP_CHANCES = 0x5bd1e995;

/** Puts a virtual device behind a link with faults; `faults` are the first ones. */
export function createFaultyDevice(
  device: VirtualDevice,
  { time, seed, faults: first }: FaultyLinkOptions,
): FaultyDevice {
  const link = createFaultyLink(device, { time, seed, faults: first });
  /** Created on first use: most devices need none. */
  let end: AbortController | undefined;
  let isClosed = false;
  let faults = NO_FAULTS;
  let chances = createHttpChances(seed);
  let isHeldOff = false;
  let wasConnected = false;

  const flaps = createLinkFlapSimulator({
    time,
    cut() {
      // A device that left the network by itself comes back by itself.
      wasConnected = device.info() !== undefined;
      if (wasConnected) device.disconnect('link cut');
    },
    restore() {
      if (wasConnected && !isHeldOff) device.connect();
    },
  });

  function apply(wanted: LinkFaults): void {
    const { clockDriftPpm: driftPpm, clockSkewMs: skewMs, otaFailsAt } = wanted;
    if (driftPpm !== faults.clockDriftPpm || skewMs !== faults.clockSkewMs)
      device.hardware().setClockError({ driftPpm, skewMs });
    // A failed update has used its fault up, so the same fault is set again.
    if (otaFailsAt > 0) device.hardware().failUpdateAt(otaFailsAt);
    else if (faults.otaFailsAt > 0) device.hardware().failUpdateAt(undefined);
    link.setFaults(wanted);
    faults = wanted;
    flaps.set(wanted.flapEveryMs, wanted.flapForMs);
  }

  apply(first);

  return {
    device,
    link,
    gone() {
      end ??= new AbortController();
      if (isClosed) end.abort();
      return end.signal;
    },
    uses: link.uses,
    wasMoved: link.wasMoved,
    faults: () => faults,
    setFaults({ faults: wanted, seed: wantedSeed }) {
      if (wantedSeed !== undefined) {
        link.reseed(wantedSeed);
        chances = createHttpChances(wantedSeed);
      }
      apply(wanted);
    },
    setConnected(connected) {
      isHeldOff = !connected;
      if (connected) device.connect();
      else device.disconnect('link cut');
    },
    httpFault() {
      // Both numbers are drawn every time, so that one fault does not change which requests another hits.
      const isTooMany = chances.next() < faults.tooManyRequests;
      const isBroken = chances.next() < faults.serverErrors;
      if (isTooMany) return 'too-many-requests';
      return isBroken ? 'server-error' : undefined;
    },
    close() {
      isClosed = true;
      end?.abort();
      flaps.close();
      link.close();
      device.close();
    },
  };
}

const createHttpChances = (seed: number) => createRandom((seed ^ HTTP_CHANCES) >>> 0);
