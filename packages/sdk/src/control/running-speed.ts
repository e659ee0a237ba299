import { HampPlayState } from '@tactus/protocol';
import type { Time, Undo } from '@tactus/time';
import type { ClientCallName } from '../client/client.ts';
import { isTransientError } from '../client/retry-with-backoff.ts';
import { toDeviceError } from '../errors.ts';
import type { DeviceState } from '../state/device-state.ts';

/** The wait until a speed is checked again that rises, or could not be sent, ms. */
const AGAIN_MS = 1_000;

const INPUTS = {
  'hamp.velocity': ({ hamp: { play_state, velocity } }: DeviceState) =>
    play_state === HampPlayState.PLAYING ? { velocity } : undefined,
  'hvp.setState': ({ hvp: { enabled, amplitude, frequency, position } }: DeviceState) =>
    enabled ? { amplitude, frequency, position } : undefined,
};

/** Calls whose speed holds until the next one: it has to be sent again to be another. */
export type HeldCall = keyof typeof INPUTS;

/** Whether the speed of a call holds until the next one. */
export const isHeldCall = (call: ClientCallName): call is HeldCall => call in INPUTS;

/** The input that gives a device the speed that it reports; undefined while it does not move so. */
export const heldSpeedInput = (call: HeldCall, state: DeviceState): object | undefined => INPUTS[call](state);

/** Sends the speed of a running motion again that exceeds a lowered limit: at once, or when its device can be reached again. */
export interface RunningSpeed {
  /** A limit of the speed became lower. */
  lowered(): void;
  /** Call it at every change of the state. */
  watch(): void;
  /** A call was answered: a speed within the limits has reached the device. */
  answered(call: ClientCallName): void;
  /** Nothing more is sent by itself. */
  forget(): void;
}

/** Only after a limit became lower: a speed that somebody sets later is left alone. */
export function createRunningSpeed(parts: {
  readonly time: Pick<Time, 'after'>;
  readonly state: () => DeviceState;
  /** Whether the limits would lower an input. */
  readonly exceeds: (call: HeldCall, input: object) => boolean;
  /** Whether a requested speed is rising, and is sent by itself under the limits. */
  readonly isRising: () => boolean;
  readonly resend: (call: HeldCall, input: object) => Promise<unknown>;
}): RunningSpeed {
  const { time, state, exceeds, isRising, resend } = parts;
  const owed = new Set<HeldCall>();
  let cancelTimer: Undo | undefined;

  function checkAgain(): void {
    cancelTimer ??= time.after(AGAIN_MS, () => {
      cancelTimer = undefined;
      watch();
    });
  }

  /** What exceeds the limits, as an input. */
  function exceeding(call: HeldCall): object | undefined {
    const input = heldSpeedInput(call, state());
    return input && exceeds(call, input) ? input : undefined;
  }

  function watch(): void {
    // A device that another tab controls is left to that tab.
    if (!state().connected || state().control === 'elsewhere') return;
    for (const call of owed) {
      const input = exceeding(call);
      if (!input) continue;
      if (isRising()) {
        checkAgain();
        return;
      }
      owed.delete(call);
      resend(call, input).catch((thrown) => {
        const error = toDeviceError(thrown);
        if (error.code === 'refused') return;
        owed.add(call);
        if (error.code === 'not-connected' || isTransientError(error)) checkAgain();
      });
    }
  }

  return {
    lowered() {
      owed.add('hamp.velocity').add('hvp.setState');
      watch();
    },
    watch,
    answered(call) {
      if (isHeldCall(call) && !exceeding(call)) owed.delete(call);
    },
    forget() {
      owed.clear();
      cancelTimer?.();
      cancelTimer = undefined;
    },
  };
}
