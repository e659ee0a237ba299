import { DeviceMode, endpointOf, HampPlayState } from '@tactus/protocol';
import type { Time, Undo } from '@tactus/time';
import type { ClientCallName } from '../client/client.ts';
import { isTransientError } from '../client/retry-with-backoff.ts';
import { toDeviceError } from '../errors.ts';
import { type DeviceState, initialState } from '../state/device-state.ts';

/** The wait until a speed is checked again that rises, or could not be sent, ms. */
const AGAIN_MS = 1_000;

const INPUTS = {
  'hamp.velocity': ({ hamp: { play_state, velocity } }: DeviceState, most: number) =>
    play_state === HampPlayState.PLAYING ? { velocity: Math.min(velocity, most) } : undefined,
  'hvp.setState': ({ hvp: { enabled, amplitude, frequency, position } }: DeviceState, most: number) =>
    enabled ? { amplitude: Math.min(amplitude, most), frequency, position } : undefined,
};

/** The call that reads the motion of each. */
export const STATE_CALLS = { 'hamp.velocity': 'hamp.state', 'hvp.setState': 'hvp.state' } as const;

/** Calls whose speed holds until the next one: it has to be sent again to be another. */
export type HeldCall = keyof typeof INPUTS;

/** Whether the speed of a call holds until the next one. */
export const isHeldCall = (call: ClientCallName): call is HeldCall => call in INPUTS;

/** The input that gives a device the speed that it reports, or `most` if that is less; undefined while it does not move so. */
export const heldSpeedInput = (call: HeldCall, state: DeviceState, most = Infinity): object | undefined =>
  INPUTS[call](state, most);

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
  /** The call of the motion of this program. */
  let mine: HeldCall | undefined;
  /** A limit was lowered that the motion may not have yet. */
  let isDue = false;
  /** Calls without an answer: the reported motion may be an old one. */
  let pending = 0;
  /** The least requested speed of calls that failed, which the device may have all the same: it must not rise. */
  let least = Infinity;
  /** Whether the motion may have changed unseen since it was reported: what was stopped meanwhile must not start again. */
  let isStale = false;
  let generation = 0;
  let cancelTimer: Undo | undefined;

  function checkAgain(): void {
    cancelTimer ??= time.after(AGAIN_MS, () => {
      cancelTimer = undefined;
      watch();
    });
  }

  function forget(): void {
    generation += 1;
    mine = undefined;
    isDue = false;
    least = Infinity;
    cancelTimer?.();
    cancelTimer = undefined;
  }

  function watch(): void {
    const now = state();
    isStale ||= !now.connected || !now.sseConnected;
    if (!mine || pending > 0 || !now.connected || !now.sseConnected) return;
    const call = mine;
    const input = heldSpeedInput(call, now);
    if (now.control === 'elsewhere' || now.hold === 'elsewhere' || (!input && isRead(call, now))) forget();
    else if (!isDue || !input) return;
    else if (isRising()) checkAgain();
    else if (isStale) void read(call);
    else {
      isDue = false;
      const born = generation;
      if (!exceeds(call, input)) return;
      resend(call, heldSpeedInput(call, now, least)).catch((thrown) => {
        const error = toDeviceError(thrown);
        if (born !== generation || (error.code !== 'not-connected' && !isTransientError(error))) return;
        isStale = true;
        isDue = true;
        checkAgain();
      });
    }
  }

  async function read(call: HeldCall): Promise<void> {
    isStale = false;
    pending += 1;
    const isRead = await resend(STATE_CALLS[call], {}).then(
      () => true,
      () => false,
    );
    pending -= 1;
    isStale ||= !isRead;
    if (isRead) watch();
    else checkAgain();
  }

  return {
    lowered() {
      isDue = mine !== undefined;
      watch();
    },
    watch,
    sent(call, input, answered) {
      const { motion } = endpointOf(call);
      const [before, born] = [mine, generation];
      if (motion === 'starts' || isHeldCall(call)) mine = heldCallOf(call);
      else if (!motion) return;
      pending += 1;
      const settled = (next: number) => {
        least = next;
        pending -= 1;
        watch();
      };
      answered.then(
        () => {
          isStale = false;
          settled(Infinity);
        },
        (thrown) => {
          // A refused start of another motion leaves the one before.
          if (born === generation && mine === heldCallOf(call) && toDeviceError(thrown).code === 'refused')
            mine = before;
          settled(Math.min(least, speedOfInput(input) ?? least));
        },
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
