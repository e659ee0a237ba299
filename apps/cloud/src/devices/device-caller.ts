import { guestCallKind } from '@tactus/motion';
import {
  type DeviceBackend,
  type DeviceCallName,
  DeviceRefusal,
  errorKinds,
  type ParsedInputOf,
  type ResultOf,
} from '@tactus/protocol';
import type { Time } from '@tactus/time';
import { createDeadlineTimers } from './deadline-timers.ts';

/** Traffic over the link of one device since it was added. */
export interface LinkCallCounts {
  /** Calls handed to the device. */
  sent: number;
  /** Calls that the device answered in time, refusals included. */
  answered: number;
  /** Calls whose answer came too late or not at all. */
  dropped: number;
}

/** Calls devices, with a limit on the wait. */
export interface DeviceCaller {
  /**
   * Has the device execute a call. Rejects with `DeviceRefusal`: the device's own, or 1002 when it does not answer
   * within `timeoutMs`; a later answer is dropped.
   */
  call<N extends DeviceCallName>(request: DeviceRequest<N>): Promise<ResultOf<N>>;
  /** The same limit for the cloud's own calls, which are not counted. */
  within<R>(timeoutMs: number, run: () => Promise<R>): Promise<R>;
  /** From now on, calls other than stops and reads are refused with 1001, so that nothing starts to move. */
  restOnly(): void;
  /** Stops waiting for answers. */
  close(): void;
  traffic(device: DeviceBackend): Readonly<LinkCallCounts>;
  /** Number of calls that end motion, sent or noted, whatever their result: a higher number means another Stop. */
  stops(device: DeviceBackend): number;
  /** Counts a Stop that is answered without the device, which is at rest: calls that wait to be sent are cancelled all the same. */
  noteStop(device: DeviceBackend): void;
  /** Number of calls that may start motion and were sent to a device, whatever their result. */
  moves(device: DeviceBackend): number;
}

/** One call of one device. */
export interface DeviceRequest<N extends DeviceCallName> {
  readonly device: DeviceBackend;
  readonly name: N;
  readonly input: ParsedInputOf<N>;
  readonly timeoutMs: number;
}

/** Returns a caller of devices without limits of its own; its calls reject with `DeviceRefusal`. */
export function createDeviceCaller(time: Time): DeviceCaller {
  const deadlines = createDeadlineTimers(time);
  const traffic = new WeakMap<DeviceBackend, LinkCallCounts>();
  const stops = new WeakMap<DeviceBackend, number>();
  const moves = new WeakMap<DeviceBackend, number>();
  let isRestOnly = false;

  function trafficOf(device: DeviceBackend): LinkCallCounts {
    let found = traffic.get(device);
    if (!found) {
      found = { sent: 0, answered: 0, dropped: 0 };
      traffic.set(device, found);
    }
    return found;
  }

  /** Waits for an answer, and counts whether it came in time. */
  function within<R>(timeoutMs: number, answer: Promise<R>, counts: LinkCallCounts): Promise<R> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const undo = deadlines.after(timeoutMs, () => {
        isLate = true;
        counts.dropped += 1;
        reject(new DeviceRefusal(errorKinds.deviceTimeout));
      });
      const end = () => {
        undo();
        if (!isLate) counts.answered += 1;
      };
      answer.then(
        (result) => {
          end();
          resolve(result);
        },
        (refusal: unknown) => {
          end();
          reject(refusal);
        },
      );
    });
  }

  const stopsOf = (device: DeviceBackend) => stops.get(device) ?? 0;
  const movesOf = (device: DeviceBackend) => moves.get(device) ?? 0;
  const noteStop = (device: DeviceBackend) => void stops.set(device, stopsOf(device) + 1);

  return {
    traffic: trafficOf,
    stops: stopsOf,
    noteStop,
    moves: movesOf,
    close: deadlines.close,
    within: (timeoutMs, run) => within(timeoutMs, run(), { sent: 0, answered: 0, dropped: 0 }),
    restOnly() {
      isRestOnly = true;
    },
    call({ device, name, input, timeoutMs }) {
      const kind = guestCallKind(name, input);
      const isHarmless = kind === 'read' || kind === 'stop';
      if (!isHarmless) moves.set(device, movesOf(device) + 1);
      if (isRestOnly && !isHarmless) return Promise.reject(new DeviceRefusal(errorKinds.deviceNotConnected));
      const counts = trafficOf(device);
      counts.sent += 1;
      if (kind === 'stop') noteStop(device);
      return within(timeoutMs, device.call(name, input), counts);
    },
  };
}
