import type { ClockInfo, DeviceHandlers } from '@tactus/protocol';
import type { DeviceParts } from './parts.ts';

/** The device's clock as measured against the cloud's, and the person's time offset (api-v3.md 2.8). */
export interface DeviceClock {
  readonly handlers: DeviceHandlers<'hstp'>;
  /** Measures anew, as happens at every connect. */
  synchronize(): ClockInfo;
}

/** Builds the clock; it counts from the boot, which is now. In process there is no round trip to measure. */
export function createClock({ time, emit }: DeviceParts): DeviceClock {
  const bootedAt = time.monotonic();
  let measured = { clock_offset: 0, rtd: 0 };
  let offsetMs = 0;

  const sinceBoot = () => Math.round(time.monotonic() - bootedAt);
  const info = (): ClockInfo => ({ time: sinceBoot(), ...measured });

  function synchronize(): ClockInfo {
    measured = { clock_offset: Math.round(time.now()) - sinceBoot(), rtd: 0 };
    const data = info();
    emit({ name: 'device_clock_synchronized', data });
    return data;
  }

  return {
    synchronize,
    handlers: {
      'hstp.info': info,
      'hstp.clocksync': ({ s }) => {
        const data = synchronize();
        return s === true ? data : 'ok';
      },
      'hstp.offset': () => ({ offset: offsetMs }),
      'hstp.setOffset': (input) => {
        offsetMs = input.offset;
        return 'ok';
      },
    },
  };
}
