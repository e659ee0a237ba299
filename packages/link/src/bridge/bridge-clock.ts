import type { ClockInfo, LinkClockMeasurement } from '@tactus/protocol';
import type { Time } from '@tactus/time';

/**
 * The clock that a bridge reports to its home as the device's own: this machine's. It converts times of the home's clock
 * to times of the clock of the device's cloud.
 */
export interface BridgeClock {
  /** The answer to `hstp.info`; its round trip includes the one to the device. */
  info(): ClockInfo;
  /** Stores the home's measurement of this clock. */
  set(measured: LinkClockMeasurement): void;
  /** Converts a time of the home's clock to the other cloud's clock; undefined before the home has measured. */
  there(homeMs: number): number | undefined;
}

/** Returns the clock of a bridge; `wayMs` is the round trip from here to the device, ms. */
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
