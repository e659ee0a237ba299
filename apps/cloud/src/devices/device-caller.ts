import {
  type DeviceCallName,
  DeviceRefusal,
  errorKinds,
  type LinkedDevice,
  type ParsedInputOf,
  type ResultOf,
} from '@tactus/protocol';
import type { Time } from '@tactus/time';
import { createDeadlines } from './deadlines.ts';

/** What went over the link of one device since it was taken in. */
export interface LinkTraffic {
  /** Calls handed to the device. */
  sent: number;
  /** Calls it answered in time, refusals included. */
  answered: number;
  /** Calls whose answer came too late or not at all. */
  dropped: number;
}

/** Calls devices and waits no longer than asked. */
export interface DeviceCaller {
  /**
   * Has the device carry out a call. Rejects with `DeviceRefusal`: the device's own, or 1002 when it does not answer
   * within `timeoutMs`; what it answers after that is dropped.
   */
  call<N extends DeviceCallName>(request: DeviceRequest<N>): Promise<ResultOf<N>>;
  /** The same limit for what the cloud asks on its own account; it is not counted. */
  within<R>(timeoutMs: number, ask: () => Promise<R>): Promise<R>;
  /** Waits for no answer any more. */
  close(): void;
  traffic(device: LinkedDevice): Readonly<LinkTraffic>;
}

/** One call of one device. */
export interface DeviceRequest<N extends DeviceCallName> {
  readonly device: LinkedDevice;
  readonly name: N;
  readonly input: ParsedInputOf<N>;
  readonly timeoutMs: number;
}

export function createDeviceCaller(time: Time): DeviceCaller {
  const deadlines = createDeadlines(time);
  const traffic = new WeakMap<LinkedDevice, LinkTraffic>();

  function trafficOf(device: LinkedDevice): LinkTraffic {
    let found = traffic.get(device);
    if (!found) {
      found = { sent: 0, answered: 0, dropped: 0 };
      traffic.set(device, found);
    }
    return found;
  }

  /** Waits for an answer, and tells whether it came in time. */
  function within<R>(timeoutMs: number, ask: () => Promise<R>, onEnd: (inTime: boolean) => void): Promise<R> {
    return new Promise((resolve, reject) => {
      let waiting = true;
      const end = (inTime: boolean) => {
        if (!waiting) return false;
        waiting = false;
        stopTimer();
        onEnd(inTime);
        return true;
      };
      const stopTimer = deadlines.after(timeoutMs, () => {
        if (end(false)) reject(new DeviceRefusal(errorKinds.deviceTimeout));
      });
      ask().then(
        (result) => end(true) && resolve(result),
        (refusal: unknown) => end(true) && reject(refusal),
      );
    });
  }

  return {
    traffic: trafficOf,
    close: deadlines.close,
    within: (timeoutMs, ask) => within(timeoutMs, ask, () => undefined),
    call({ device, name, input, timeoutMs }) {
      const counts = trafficOf(device);
      counts.sent += 1;
      const ask = () => device.call(name, input);
      return within(timeoutMs, ask, (inTime) => {
        if (inTime) counts.answered += 1;
        else counts.dropped += 1;
      });
    },
  };
}
