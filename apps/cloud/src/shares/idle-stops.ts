import { type CallName, DeviceMode, type LinkedDevice } from '@tactus/protocol';
import type { CloudParts } from '../parts.ts';
import type { GuestSession } from './guest-session.ts';
import { stopProof } from './stop-proof.ts';

/**
 * Stops of viewers beyond a number a minute: where the device is known to rest, they are answered as the last one was that it
 * confirmed, and not sent, so that they are not in the way of the owner's commands. A device that may move is always stopped.
 */
export interface IdleStops {
  /** Counts a Stop. `first` is the one with which a session goes beyond the number. */
  count(session: GuestSession): 'few' | 'first' | 'many';
  /** Has a Stop carried out, or answers it where the device rests. Rejects as `stop` does. */
  answer(device: LinkedDevice, press: IdlePress, stop: () => Promise<unknown>): Promise<unknown>;
  close(): void;
}

/** A Stop of a viewer who pressed too often. */
interface IdlePress {
  readonly name: CallName;
  readonly input: unknown;
}

/** What is known of a device that rests. */
interface Rest {
  /** Commands that may move it had been sent so often. */
  readonly moves: number;
  /** What the device answered to a Stop, by the call. */
  readonly answers: Map<CallName, unknown>;
}

/** More Stops than this in a minute are none of somebody who wants a device to stop. */
const VIEWER_STOPS_PER_MINUTE = 20;
const MINUTE_MS = 60_000;
const MODE_WITHIN_MS = 1_000;

/** Events after which a device that rested rests still. */
const QUIET: ReadonlySet<string> = new Set([
  'battery_changed',
  'device_clock_synchronized',
  'wifi_status_changed',
  'ble_status_changed',
  'temp_high',
  'temp_ok',
]);

/** Builds it; of no device it is known that it rests. */
export function createIdleStops({ caller, devices, time }: Pick<CloudParts, 'caller' | 'devices' | 'time'>): IdleStops {
  const pressed = new WeakMap<GuestSession, { sinceMs: number; stops: number }>();
  const rests = new Map<string, Rest>();
  const stopListening = devices.onEvent((connectionKey, { name }) => {
    if (!QUIET.has(name)) rests.delete(connectionKey);
  });

  /** Whether an answer shows that nothing moves: that of the Stop of the very mode in which the device is. */
  async function isAtRest(device: LinkedDevice, { name, input }: IdlePress, result: unknown): Promise<boolean> {
    const { mode } = await caller.call({ device, name: 'info.mode', input: {}, timeoutMs: MODE_WITHIN_MS });
    if (mode === DeviceMode.IDLE) return true;
    const proves = stopProof(name, input);
    if (mode === DeviceMode.HAMP) return proves(result, 'hamp');
    if (mode === DeviceMode.VIBRATE) return proves(result, 'hvp');
    return (mode === DeviceMode.HSP || mode === DeviceMode.HSSP) && proves(result, 'hsp');
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
      const { connectionKey } = device;
      const moves = caller.moves(device);
      const rest = rests.get(connectionKey);
      if (rest?.moves === moves && rest.answers.has(press.name)) {
        caller.noteStop(device);
        return rest.answers.get(press.name);
      }
      const result = await stop();
      const isResting = await isAtRest(device, press, result).catch(() => false); // the Stop itself was answered
      if (!isResting || caller.moves(device) !== moves) return result;
      const answers = rests.get(connectionKey)?.moves === moves ? rests.get(connectionKey)?.answers : undefined;
      rests.set(connectionKey, { moves, answers: (answers ?? new Map<CallName, unknown>()).set(press.name, result) });
      return result;
    },
    close: stopListening,
  };
}
