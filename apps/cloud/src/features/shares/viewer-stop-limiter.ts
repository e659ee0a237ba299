import { type CallName, confirmsStop, type DeviceBackend, type DeviceEvent, DeviceMode } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import type { DeviceCaller } from '../../devices/device-caller.ts';
import type { DeviceRegistry } from '../../devices/registry.ts';
import { stopConfirmationCheckFor } from '../stopping/stop-confirmation-check.ts';
import { type StoppableModeGroup, stopGroupOfMode } from '../stopping/stop-group.ts';
import type { GuestSession } from './guest-session.ts';

/**
 * Stops of a viewer beyond a number a minute: where the device is known to be at rest, such a Stop is not sent but answered
 * with the last confirmation, so that it does not delay the owner's commands. A device that may move is always stopped.
 */
export interface ViewerStopLimiter {
  /** Counts a Stop. `first` is the first one beyond the number. */
  count(session: GuestSession): 'few' | 'first' | 'many';
  /** Executes a Stop, or answers it where the device is at rest. Rejects as `stop` does. */
  answer(device: DeviceBackend, press: IdlePress, stop: () => Promise<unknown>): Promise<unknown>;
  close(): void;
}

/** A Stop of a viewer who pressed too often. */
interface IdlePress {
  readonly name: CallName;
  readonly input: unknown;
}

/** A device that was at rest when these signs were counted, and is as long as neither of their numbers has risen. */
interface Rest extends Signs {
  /** The device's answers to a Stop, by the call. */
  readonly answers: Map<CallName, unknown>;
}

/** Counters of signs that a device may move. */
interface Signs {
  /** Number of sent commands that may move the device. */
  readonly moves: number;
  /** Number of events that may mean motion. */
  readonly events: number;
}

/** A person who wants a device to stop does not press Stop more often than this in a minute. */
const VIEWER_STOPS_PER_MINUTE = 20;
const MINUTE_MS = 60_000;
const MODE_WITHIN_MS = 1_000;

/** Events that do not indicate motion. */
const QUIET: ReadonlySet<string> = new Set([
  'battery_changed',
  'device_clock_synchronized',
  'wifi_status_changed',
  'ble_status_changed',
  'temp_high',
  'temp_ok',
]);

/** Events with the state of a group of calls: a device may report at each Stop that it is at rest. */
const STATES: ReadonlyMap<string, StoppableModeGroup> = new Map([
  ['hamp_state_changed', 'hamp'],
  ['hsp_state_changed', 'hsp'],
  ['hvp_state_changed', 'hvp'],
]);

/** Whether a device that was at rest before an event is at rest after it. */
function isQuiet({ name, data }: DeviceEvent): boolean {
  const group = STATES.get(name);
  return QUIET.has(name) || (group !== undefined && confirmsStop(`${group}.stop`, data));
}

/** Calls that change to the idle mode: their answers say nothing about a device that has left that mode since. */
const CHANGES_MODE: ReadonlySet<CallName> = new Set(['info.setMode', 'info.setMode2']);

interface Parts {
  readonly caller: DeviceCaller;
  readonly devices: DeviceRegistry;
  readonly time: Time;
}

/** Returns a limiter that has counted no Stop; its counts last a minute. */
export function createViewerStopLimiter({ caller, devices, time }: Parts): ViewerStopLimiter {
  const pressed = new WeakMap<GuestSession, { sinceMs: number; stops: number }>();
  const rests = new WeakMap<DeviceBackend, Rest>();
  const events = new WeakMap<DeviceBackend, number>();
  const eventsOf = (device: DeviceBackend) => events.get(device) ?? 0;
  const unsubscribe = devices.onEvent((connectionKey, event) => {
    const device = devices.get(connectionKey);
    if (device && !isQuiet(event)) events.set(device, eventsOf(device) + 1);
  });

  const signsOf = (device: DeviceBackend): Signs => ({ moves: caller.moves(device), events: eventsOf(device) });

  /** The stored rest of a device, where no sign of motion has come since. */
  function restOf(device: DeviceBackend, signs: Signs): Rest | undefined {
    const rest = rests.get(device);
    return rest && isSame(rest, signs) ? rest : undefined;
  }

  /** Whether an answer shows that nothing moves: the answer to the Stop of the device's present mode. */
  async function isAtRest(device: DeviceBackend, { name, input }: IdlePress, result: unknown): Promise<boolean> {
    const { mode } = await caller.call({ device, name: 'info.mode', input: {}, timeoutMs: MODE_WITHIN_MS });
    if (mode === DeviceMode.IDLE) return true;
    const group = stopGroupOfMode(mode);
    return group !== undefined && !CHANGES_MODE.has(name) && stopConfirmationCheckFor(name, input)(result, group);
  }

  return {
    count(session) {
      const nowMs = time.monotonic();
      let counted = pressed.get(session);
      if (!counted || nowMs - counted.sinceMs >= MINUTE_MS) counted = { sinceMs: nowMs, stops: 0 };
      counted.stops += 1;
      pressed.set(session, counted);
      if (counted.stops <= VIEWER_STOPS_PER_MINUTE) return 'few';
      return counted.stops === VIEWER_STOPS_PER_MINUTE + 1 ? 'first' : 'many';
    },
    async answer(device, press, stop) {
      const signs = signsOf(device);
      const rest = restOf(device, signs);
      if (rest?.answers.has(press.name)) {
        caller.noteStop(device);
        return rest.answers.get(press.name);
      }
      const result = await stop();
      const isResting = await isAtRest(device, press, result).catch(() => false); // the Stop itself was answered
      // A device that showed a sign of motion during the check is not at rest.
      if (!isResting || !isSame(signsOf(device), signs)) return result;
      const answers = restOf(device, signs)?.answers ?? new Map<CallName, unknown>();
      rests.set(device, { ...signs, answers: answers.set(press.name, result) });
      return result;
    },
    close: unsubscribe,
  };
}

const isSame = (one: Signs, other: Signs) => one.moves === other.moves && one.events === other.events;
