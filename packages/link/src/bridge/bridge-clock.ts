import type { ClockInfo, LinkClockMeasurement } from '@tactus/protocol';
import type { Time } from '@tactus/time';

/**
 * The clock that a bridge shows to its home as the device's own: this machine's. By it moments of the home's clock become
 * moments of the clock of the cloud in which the device is.
 */
export interface BridgeClock {
  /** As `hstp.info` answers; the round trip has the way to the device in it. */
  info(): ClockInfo;
  /** What the home has measured of it. */
  set(measured: LinkClockMeasurement): void;
  /** A moment of the home's clock by that of the other cloud; undefined before the home has measured. */
  there(homeMs: number): number | undefined;
}

/** Builds it. `wayMs` is the round trip from here to the device. */
export function createBridgeClock(parts: {
  readonly time: Time;
  readonly serverAt: (monotonicMs: number) => number;
  readonly roundTripMs: () => number;
}): BridgeClock {
  let measured: LinkClockMeasurement | undefined;
  return {
    info: () => ({
      time: Math.round(parts.time.monotonic()),
      clock_offset: measured?.clock_offset ?? 0,
      rtd: measured === undefined ? 0 : Math.round(measured.rtd + parts.roundTripMs()),
    }),
    set(next) {
      measured = next;
    },
    there: (homeMs) => (measured === undefined ? undefined : parts.serverAt(homeMs - measured.clock_offset)),
  };
}
