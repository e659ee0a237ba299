import {
  confirmsStop,
  DeviceMode,
  HampPlayState,
  type InputOf,
  isHspPlaying,
  type ModeStopCall,
  type ResultOf,
  STOP_CALL_OF_MODE,
} from '@tactus/protocol';
import type { DeviceState } from '../state/device-state.ts';

/** The calls that stop a device. */
export type StopCallName = Exclude<ModeStopCall, 'stream.stop'> | 'hdsp.xpt' | 'info.setMode2';

/** A stop call with its input. */
export type StopCall = { [N in StopCallName]: { readonly name: N; readonly input: InputOf<N> } }[StopCallName];

/** Sets any device to rest, whatever it does. */
export const IDLE_MODE_CALL: StopCall = { name: 'info.setMode2', input: { mode: DeviceMode.IDLE } };

/**
 * The stop call of a mode. A direct move is stopped by a move to the slider's own position (`positionInStroke01`); an
 * unknown mode, one without a stop of its own, and a direct move from an unknown position are stopped by the idle mode.
 */
export function stopCallFor(mode: DeviceMode | undefined, positionInStroke01: number | undefined): StopCall {
  const name = mode === undefined ? undefined : STOP_CALL_OF_MODE[mode];
  if (name !== undefined) return { name, input: {} };
  if (mode !== DeviceMode.HDSP || positionInStroke01 === undefined) return IDLE_MODE_CALL;
  return { name: 'hdsp.xpt', input: { xp: Math.min(Math.max(positionInStroke01, 0), 1), t: 0, stop_on_target: true } };
}

/** Whether an answer confirms the stop: the device stopped, it still moves, or its speed has to be read to know. */
export type StopConfirmation = 'stopped' | 'moving' | 'ask-speed';

/**
 * Reads from the answer to a stop call whether it confirms the stop. The answer to the idle mode names the device's
 * next mode, and a slider that brakes still moves: a page may show "stopped" only once the speed is 0.
 */
export function readStopConfirmation<N extends StopCallName>(name: N, result: ResultOf<N>): StopConfirmation {
  if (name === 'hdsp.xpt') return 'ask-speed';
  if (name === 'info.setMode2')
    return (result as ResultOf<'info.setMode2'>).mode === DeviceMode.IDLE ? 'ask-speed' : 'moving'; // `result` is of the call `name`
  return confirmsStop(name, result) ? 'stopped' : 'moving';
}

/**
 * Whether a change of the state shows that a motion has ended: its play state was reported. A lost device shows
 * nothing, and neither does another mode, which is no report of the slider's motion.
 */
export function reportsMotionEnd(next: DeviceState, previous: DeviceState): boolean {
  return next.connected && next.mode === previous.mode && isModeMoving(previous) && !isModeMoving(next);
}

/** Whether a mode reports motion. */
export function isModeMoving({ hamp, hvp, hsp }: Pick<DeviceState, 'hamp' | 'hvp' | 'hsp'>): boolean {
  return hamp.play_state === HampPlayState.PLAYING || hvp.enabled || isHspPlaying(hsp);
}
