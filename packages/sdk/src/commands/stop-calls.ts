import { DeviceMode, HampPlayState, type HspState, type InputOf, isHspPlaying, type ResultOf } from '@tactus/protocol';
import type { DeviceState } from '../state/device-state.ts';

/** The calls that stop a device. */
export type StopCallName = 'hamp.stop' | 'hssp.stop' | 'hsp.stop' | 'hvp.stop' | 'hdsp.xpt' | 'info.setMode2';

/** A stop call with its input. */
export type StopCall = { [N in StopCallName]: { readonly name: N; readonly input: InputOf<N> } }[StopCallName];

/** Sets any device to rest, whatever it does. */
export const IDLE_CALL: StopCall = { name: 'info.setMode2', input: { mode: DeviceMode.IDLE } };

/**
 * The stop call of a mode. A direct move is stopped by a move to the slider's own position (`positionInStroke01`); an
 * unknown mode, one without a stop of its own, and a direct move from an unknown position are stopped by the idle mode.
 */
export function stopCallFor(mode: DeviceMode | undefined, positionInStroke01: number | undefined): StopCall {
  switch (mode) {
    case DeviceMode.HAMP:
      return { name: 'hamp.stop', input: {} };
    case DeviceMode.HSSP:
      return { name: 'hssp.stop', input: {} };
    case DeviceMode.HSP:
      return { name: 'hsp.stop', input: {} };
    case DeviceMode.VIBRATE:
      return { name: 'hvp.stop', input: {} };
    case DeviceMode.HDSP:
      if (positionInStroke01 === undefined) return IDLE_CALL;
      return {
        name: 'hdsp.xpt',
        input: { xp: Math.min(Math.max(positionInStroke01, 0), 1), t: 0, stop_on_target: true },
      };
    default:
      return IDLE_CALL;
  }
}

/** Whether an answer confirms the stop: the device stopped, it still moves, or its speed has to be read to know. */
export type StopConfirmation = 'stopped' | 'moving' | 'ask-speed';

const playerStopConfirmation = (state: Pick<HspState, 'play_state'>): StopConfirmation =>
  isHspPlaying(state) ? 'moving' : 'stopped';

/** Reads from the answer to a stop call whether it confirms the stop. */
export const readStopConfirmation: { readonly [N in StopCallName]: (result: ResultOf<N>) => StopConfirmation } = {
  'hamp.stop': ({ play_state }) => (play_state === HampPlayState.STOPPED ? 'stopped' : 'moving'),
  'hssp.stop': playerStopConfirmation,
  'hsp.stop': playerStopConfirmation,
  'hvp.stop': ({ enabled }) => (enabled ? 'moving' : 'stopped'),
  'hdsp.xpt': () => 'ask-speed',
  'info.setMode2': ({ mode }) => (mode === DeviceMode.IDLE ? 'ask-speed' : 'moving'),
};

/**
 * Whether a change of the state shows that a motion has ended: its play state was reported. A lost device shows nothing,
 * and neither does another mode, which is no report of the slider's motion.
 */
export function showsStop(next: DeviceState, previous: DeviceState): boolean {
  return next.connected && next.mode === previous.mode && isMoving(previous) && !isMoving(next);
}

/** Whether a mode reports motion. */
export function isMoving({ hamp, hvp, hsp }: Pick<DeviceState, 'hamp' | 'hvp' | 'hsp'>): boolean {
  return hamp.play_state === HampPlayState.PLAYING || hvp.enabled || isHspPlaying(hsp);
}
