import type { ClockInfo, DeviceHandlers, LinkClockMeasurement } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import type { SimulatedClockError } from './hardware-inputs.ts';

/** The device's clock since boot, the cloud's measurement of it, and the user's time offset. */
export interface FirmwareClock {
  readonly handlers: DeviceHandlers<'hstp'>;
  /** Adopts the cloud's measurement. */
  synchronise(measured: LinkClockMeasurement): ClockInfo;
  /** Makes the clock wrong from now on. */
  setError(error: SimulatedClockError): void;
  /**
   * The monotonic instant at which this device expects the server's clock to show a time, ms; undefined before the clock
   * was measured.
   */
  instantOfServer(serverMs: number): number | undefined;
  /** The user's time offset for scripts, ms: with a positive one the device is ahead. */
  offsetMs(): number;
  /** Sets the listener for changes of the time offset. */
  onOffset(listener: () => void): void;
}

/** The clock counts from the boot, which is now. */
export function createFirmwareClock(time: Time): FirmwareClock {
  let anchor = { instantMs: time.monotonic(), deviceMs: 0, rate: 1 };
  let skewMs = 0;
  let measured: LinkClockMeasurement | undefined;
  let offsetMs = 0;
  let notifyOffset: () => void = () => undefined;

  const sinceBootMs = () => anchor.deviceMs + (time.monotonic() - anchor.instantMs) * anchor.rate;
  const info = (): ClockInfo => ({
    time: Math.round(sinceBootMs()),
    clock_offset: measured?.clock_offset ?? 0,
    rtd: measured?.rtd ?? 0,
  });

  return {
    synchronise(next) {
      measured = next;
      return info();
    },
    setError(error) {
      anchor = {
        instantMs: time.monotonic(),
        deviceMs: sinceBootMs() + error.skewMs - skewMs,
        rate: 1 + error.driftPpm / 1e6,
      };
      skewMs = error.skewMs;
    },
    instantOfServer(serverMs) {
      if (!measured) return undefined;
      return anchor.instantMs + (serverMs - measured.clock_offset - anchor.deviceMs) / anchor.rate;
    },
    offsetMs: () => offsetMs,
    onOffset(listener) {
      notifyOffset = listener;
    },
    handlers: {
      'hstp.info': info,
      'hstp.offset': () => ({ offset: offsetMs }),
      'hstp.setOffset': (input) => {
        offsetMs = input.offset;
        notifyOffset();
        return 'ok';
      },
    },
  };
}
