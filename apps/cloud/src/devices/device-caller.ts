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
import { createDeadlines } from './deadlines.ts';
import { endsMotion } from './ends-motion.ts';

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
  within<R>(timeoutMs: number, run: () => Promise<R>): Promise<R>;
  /** From now on nothing is set in motion any more: calls other than stops and readings are refused with 1001. */
  restOnly(): void;
  /** Waits for no answer any more. */
  close(): void;
  traffic(device: DeviceBackend): Readonly<LinkTraffic>;
  /** How many calls that end motion were handed to a device, whatever became of them, or noted: one more tells of a Stop. */
  stops(device: DeviceBackend): number;
  /** Counts a Stop that is answered without the device, which rests: what waits to be sent is not sent behind it either. */
  noteStop(device: DeviceBackend): void;
  /** How many calls that may set something in motion were handed to a device, whatever became of them. */
  moves(device: DeviceBackend): number;
}

/** One call of one device. */
export interface DeviceRequest<N extends DeviceCallName> {
  readonly device: DeviceBackend;
  readonly name: N;
  readonly input: ParsedInputOf<N>;
  readonly timeoutMs: number;
}

export function createDeviceCaller(time: Time): DeviceCaller {
  const deadlines = createDeadlines(time);
  const traffic = new WeakMap<DeviceBackend, LinkTraffic>();
  const stops = new WeakMap<DeviceBackend, number>();
  const moves = new WeakMap<DeviceBackend, number>();
  let isRestOnly = false;

  function trafficOf(device: DeviceBackend): LinkTraffic {
    let found = traffic.get(device);
    if (!found) {
      found = { sent: 0, answered: 0, dropped: 0 };
      traffic.set(device, found);
    }
    return found;
  }

  /** Waits for an answer, and counts whether it came in time. */
  function within<R>(timeoutMs: number, answer: Promise<R>, counts: LinkTraffic): Promise<R> {
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
      const isHarmless = mayStillBeMade(name, input);
      if (!isHarmless) moves.set(device, movesOf(device) + 1);
      if (isRestOnly && !isHarmless) return Promise.reject(new DeviceRefusal(errorKinds.deviceNotConnected));
      const counts = trafficOf(device);
      counts.sent += 1;
      if (endsMotion(name, input)) noteStop(device);
      return within(timeoutMs, device.call(name, input), counts);
    },
  };
}

function mayStillBeMade(name: DeviceCallName, input: unknown): boolean {
  const kind = guestCallKind(name, input);
  return kind === 'read' || kind === 'stop';
}
