import { type CallName, type DeviceBackend, type DeviceEvent, DeviceMode } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import type { DeviceCaller } from '../../devices/device-caller.ts';
import type { DeviceRegistry } from '../../devices/registry.ts';
import { confirmsStop, type StoppableGroup, stoppableGroupOf } from '../stopping/confirms-stop.ts';
import { stopConfirmationCheck } from '../stopping/stop-confirmation-check.ts';
import type { GuestSession } from './guest-session.ts';

/**
 * Stops of viewers beyond a number a minute: where the device is known to rest, they are answered as the last one was that it
 * confirmed, and not sent, so that they are not in the way of the owner's commands. A device that may move is always stopped.
 */
export interface IdleStops {
  /** Counts a Stop. `first` is the one with which a session goes beyond the number. */
  count(session: GuestSession): 'few' | 'first' | 'many';
  /** Has a Stop carried out, or answers it where the device rests. Rejects as `stop` does. */
  answer(device: DeviceBackend, press: IdlePress, stop: () => Promise<unknown>): Promise<unknown>;
  close(): void;
}

/** A Stop of a viewer who pressed too often. */
interface IdlePress {
  readonly name: CallName;
  readonly input: unknown;
}

/** What is known of a device that rests: it does as long as neither of these numbers has risen. */
interface Rest extends Signs {
  /** What the device answered to a Stop, by the call. */
  readonly answers: Map<CallName, unknown>;
}

/** The signs of motion that there were of a device. */
interface Signs {
  /** Commands that may move it had been sent so often. */
  readonly moves: number;
  /** It had told so often of what may be motion. */
  readonly events: number;
}

/** More Stops than this in a minute are none of somebody who wants a device to stop. */
const VIEWER_STOPS_PER_MINUTE = 20;
const MINUTE_MS = 60_000;
const MODE_WITHIN_MS = 1_000;

/** Events that say nothing of motion. */
const QUIET: ReadonlySet<string> = new Set([
  'battery_changed',
  'device_clock_synchronized',
  'wifi_status_changed',
  'ble_status_changed',
  'temp_high',
  'temp_ok',
]);

/** Events with the state of a group of calls: a device may tell at each Stop that it rests. */
const STATES: ReadonlyMap<string, StoppableGroup> = new Map([
  ['hamp_state_changed', 'hamp'],
  ['hsp_state_changed', 'hsp'],
  ['hvp_state_changed', 'hvp'],
]);

/** Whether a device that rested before an event rests after it. */
function isQuiet({ name, data }: DeviceEvent): boolean {
  const group = STATES.get(name);
  return QUIET.has(name) || (group !== undefined && confirmsStop(group, data));
}

/** Calls of the idle mode: their answers say nothing of a device that is in another mode behind them. */
const CHANGES_MODE: ReadonlySet<CallName> = new Set(['info.setMode', 'info.setMode2']);

interface Parts {
  readonly caller: DeviceCaller;
  readonly devices: DeviceRegistry;
  readonly time: Time;
}

/** Builds it; of no device it is known that it rests. */
export function createIdleStops({ caller, devices, time }: Parts): IdleStops {
  const pressed = new WeakMap<GuestSession, { sinceMs: number; stops: number }>();
  const rests = new WeakMap<DeviceBackend, Rest>();
  const events = new WeakMap<DeviceBackend, number>();
  const eventsOf = (device: DeviceBackend) => events.get(device) ?? 0;
  const unsubscribe = devices.onEvent((connectionKey, event) => {
    const device = devices.get(connectionKey);
    if (device && !isQuiet(event)) events.set(device, eventsOf(device) + 1);
  });

  const signsOf = (device: DeviceBackend): Signs => ({ moves: caller.moves(device), events: eventsOf(device) });

  /** What is known of a device, where no sign of motion has come since. */
  function restOf(device: DeviceBackend, signs: Signs): Rest | undefined {
    const rest = rests.get(device);
    return rest && isSame(rest, signs) ? rest : undefined;
  }

  /** Whether an answer shows that nothing moves: that of the Stop of the very mode in which the device is. */
  async function isAtRest(device: DeviceBackend, { name, input }: IdlePress, result: unknown): Promise<boolean> {
    const { mode } = await caller.call({ device, name: 'info.mode', input: {}, timeoutMs: MODE_WITHIN_MS });
    if (mode === DeviceMode.IDLE) return true;
    const group = stoppableGroupOf(mode);
    return group !== undefined && !CHANGES_MODE.has(name) && stopConfirmationCheck(name, input)(result, group);
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
      // What began to move while the device was asked is not at rest.
      if (!isResting || !isSame(signsOf(device), signs)) return result;
      const answers = restOf(device, signs)?.answers ?? new Map<CallName, unknown>();
      rests.set(device, { ...signs, answers: answers.set(press.name, result) });
      return result;
    },
    close: unsubscribe,
  };
}

const isSame = (one: Signs, other: Signs) => one.moves === other.moves && one.events === other.events;
