import { DeviceMode, HampPlayState } from '@tactus/protocol';
import type { Time, Undo } from '@tactus/time';
import type { ClientCallName } from '../client/client.ts';
import { isTransientError } from '../client/retry-with-backoff.ts';
import { canStartMotion } from '../commands/motion-calls.ts';
import { DeviceError, toDeviceError } from '../errors.ts';
import { type DeviceState, initialState } from '../state/device-state.ts';

/** The wait until a speed is checked again that rises, or could not be sent, ms. */
const AGAIN_MS = 1_000;

const INPUTS = {
  'hamp.velocity': ({ hamp: { play_state, velocity } }: DeviceState, most: number) =>
    play_state === HampPlayState.PLAYING ? { velocity: Math.min(velocity, most) } : undefined,
  'hvp.setState': ({ hvp: { enabled, amplitude, frequency, position } }: DeviceState, most: number) =>
    enabled ? { amplitude: Math.min(amplitude, most), frequency, position } : undefined,
};

/** The failures of a request that was sent, and that did not reach the motor. */
const NOT_EXECUTED: readonly (string | undefined)[] = ['refused', 'not-connected', 'rate-limited', 'unauthenticated'];

/** The call that reads the motion of each. */
export const STATE_CALLS = { 'hamp.velocity': 'hamp.state', 'hvp.setState': 'hvp.state' } as const;

/** Calls whose speed holds until the next one: it has to be sent again to be another. */
export type HeldCall = keyof typeof INPUTS;

/** Whether the speed of a call holds until the next one. */
export const isHeldCall = (call: ClientCallName): call is HeldCall => call in INPUTS;

/** The input that gives a device the speed that it reports, or `most` if that is less; undefined while it does not move so. */
export const heldSpeedInput = (call: HeldCall, state: DeviceState, most = Infinity): object | undefined =>
  INPUTS[call](state, most);

/** A state with the answer of one of `STATE_CALLS`, which the device's own may not have: it waits for that of a newer reading. */
export const stateAsRead = (state: DeviceState, answer: unknown) =>
  ({ ...state, hamp: answer, hvp: answer }) as DeviceState;

/** The speed of a held call's input, if it has one. */
export function speedOfInput(input: unknown): number | undefined {
  const { velocity, amplitude = velocity } = Object(input) as { velocity?: unknown; amplitude?: unknown }; // An input is an object by the contract.
  return typeof amplitude === 'number' ? amplitude : undefined;
}

/**
 * Sends the speed of a motion again that exceeds a lowered limit: at once, or when its device can be reached again. Only of a motion that this
 * program started, or gave its speed: the one of another program is left alone.
 */
export interface RunningSpeed {
  /** A limit of the speed became lower. */
  lowered(): void;
  /** Call it at every change of the state. */
  watch(): void;
  /** A call was sent, with a requested input; `answered` settles with its answer. */
  sent(call: ClientCallName, input: unknown, answered: Promise<unknown>): void;
  /** The device is stopped, or is another one: nothing is sent by itself any more. */
  forget(): void;
}

/** A speed that was lowered in vain is checked again every second, until the device rests or is stopped. */
export function createRunningSpeed(parts: {
  readonly time: Pick<Time, 'after'>;
  readonly state: () => DeviceState;
  /** Whether the limits would lower an input. */
  readonly exceeds: (call: HeldCall, input: object) => boolean;
  /** Whether a requested speed is rising, and is sent by itself under the limits. */
  readonly isRising: () => boolean;
  /** Sends a call by itself: that of a speed, or one of `STATE_CALLS`. */
  readonly resend: (call: HeldCall | (typeof STATE_CALLS)[HeldCall], input: object | undefined) => Promise<unknown>;
}): RunningSpeed {
  const { time, state, exceeds, isRising, resend } = parts;
  /** The motions of this program that may go on, each with the least speed that a failed request may have given it: it must not rise. */
  const mine = new Map<HeldCall, number>();
  /** A limit was lowered that the motion may not have yet. */
  let isDue = false;
  /** Calls without an answer: the reported motion may be an old one. */
  let pending = 0;
  /** The motions that cannot have changed unseen since an answer: what was stopped unseen must not start again. */
  const known = new Set<HeldCall>();
  let generation = 0;
  /** The number of the last request, and of the last one that gave a motion its speed: an older one that fails later changes nothing. */
  let [requests, lastAnswered] = [0, 0];
  let cancelTimer: Undo | undefined;

  function checkAgain(): void {
    cancelTimer ??= time.after(AGAIN_MS, () => {
      cancelTimer = undefined;
      watch();
    });
  }

  function forget(): void {
    generation += 1;
    mine.clear();
    isDue = false;
    cancelTimer?.();
    cancelTimer = undefined;
  }

  function watch(): void {
    const now = state();
    const isReachable = now.connected && now.sseConnected;
    if (!isReachable) known.clear();
    if (mine.size === 0 || pending > 0 || !isReachable) return;
    const calls = [...mine.keys()];
    const call = calls.find((one) => heldSpeedInput(one, now));
    if (now.control === 'elsewhere' || now.hold === 'elsewhere') forget();
    else if (!call && calls.every((one) => isRead(one, now))) forget();
    else if (!isDue || !call) return;
    else if (isRising() || cancelTimer) checkAgain();
    else void send(call, now);
  }

  /** Reads the motion where it may have changed unseen, and sends its speed again where that exceeds a limit. */
  async function send(call: HeldCall, now: DeviceState): Promise<void> {
    isDue = false;
    const [born, isReading] = [generation, !known.has(call)];
    if (!isReading && !exceeds(call, heldSpeedInput(call, now) ?? {})) return;
    const input = isReading ? {} : heldSpeedInput(call, now, mine.get(call));
    const answer = await resend(isReading ? STATE_CALLS[call] : call, input).catch(toDeviceError);
    if (born !== generation) return;
    const error = answer instanceof DeviceError ? answer : undefined;
    if (error) known.delete(call);
    else if (isReading && mine.has(call) && !known.has(call)) {
      const read = heldSpeedInput(call, stateAsRead(now, answer), mine.get(call));
      if (read) mine.set(call, speedOfInput(read) ?? 0);
      else mine.delete(call);
      known.add(call);
    }
    isDue ||= error ? error.code === 'not-connected' || isTransientError(error) : isReading;
    if (error) checkAgain();
    else watch();
  }

  return {
    lowered() {
      isDue = mine.size > 0 || pending > 0;
      watch();
    },
    watch,
    sent(call, input, answered) {
      const held = heldCallOf(call);
      const [isStart, older, born] = [canStartMotion(call), [...mine.keys()], generation];
      requests += 1;
      pending += 1;
      const number = requests;
      const settled = (failure?: DeviceError) => {
        pending -= 1;
        if (born === generation && !NOT_EXECUTED.includes(failure?.code)) {
          if (isStart && !failure) for (const one of older) mine.delete(one);
          const isSpeed = held && (isStart || isHeldCall(call));
          if (isSpeed && !failure) {
            mine.set(held, Infinity);
            known.add(held);
            lastAnswered = number;
          } else if (isSpeed && number > lastAnswered)
            mine.set(held, Math.min(mine.get(held) ?? Infinity, speedOfInput(input) ?? Infinity));
        }
        watch();
      };
      answered.then(
        () => settled(),
        (thrown) => settled(toDeviceError(thrown)),
      );
    },
    forget,
  };
}

/** The held call of a motion that a call starts. */
const heldCallOf = (call: ClientCallName): HeldCall | undefined =>
  call.startsWith('hamp.') ? 'hamp.velocity' : call.startsWith('hvp.') ? 'hvp.setState' : undefined;

/** Whether the device has reported its motion in this session. */
const isRead = (call: HeldCall, { mode, hamp, hvp }: DeviceState): boolean =>
  mode !== undefined &&
  (call === 'hamp.velocity'
    ? mode !== DeviceMode.HAMP || hamp !== initialState.hamp
    : mode !== DeviceMode.VIBRATE || hvp !== initialState.hvp);
