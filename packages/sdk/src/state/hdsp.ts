import { DeviceMode, HdspState } from '@tactus/protocol';
import type { SendCommand } from '../client/command.ts';
import { createModeLeaveReducer, modeAnswerReducers } from './leaving.ts';
import type { StateSlice } from './state-slice.ts';

/** Direct moves before the first report, and after their mode was left. */
export const initialHdsp = { state: HdspState.STOPPED };

const stopped = () => ({ hdsp: initialHdsp });
const left = createModeLeaveReducer(DeviceMode.HDSP, stopped);

/** Direct moves: their answers have no state, so that only events report the slider's motion. */
export const hdspSlice = {
  on: {
    hdsp_state_changed: (_, next) => ({ hdsp: next }),
    mode_changed: left,
  },
  answers: modeAnswerReducers(left),
} satisfies StateSlice;

/** The target of a move: the device's own mm, or a share 0..1 of the stroke. */
export type MoveTarget = { readonly positionMm: number } | { readonly position01: number };

/** The pace of a move: mm/s, a share 0..1 of the top speed, or a time in ms. */
export type MovePace = { readonly speedMmS: number } | { readonly velocity: number } | { readonly durationMs: number };

/** A direct move. */
export type HdspMove = MoveTarget &
  MovePace & {
    /** Whether it stands still at the target, rather than being ready for the next move; default no. */
    readonly stopOnTarget?: boolean;
    /** Whether the cloud answers without waiting for the device; default no. */
    readonly immediateResponse?: boolean;
  };

/** Direct moves. A newer move replaces the current one. */
export interface HdspCommands {
  /** Moves to a position. Resolves when the device has accepted the command; events report its arrival. */
  moveTo(move: HdspMove): Promise<'ok'>;
  /** Ends a move at the slider's current position; if that is unknown, by the idle mode. */
  stop(): Promise<void>;
}

/** Creates the commands of direct moves. The device passes `stop`, because it knows the slider's position. */
export const createHdspCommands = (command: SendCommand, stop: HdspCommands['stop']): HdspCommands => ({
  moveTo(move) {
    const { stopOnTarget = false, immediateResponse = false } = move;
    const options = { stop_on_target: stopOnTarget, immediate_rsp: immediateResponse };
    if ('positionMm' in move) {
      const at = { xa: move.positionMm, ...options };
      if ('durationMs' in move) return command('hdsp.xat', { ...at, t: move.durationMs });
      if ('velocity' in move) return command('hdsp.xavp', { ...at, vp: move.velocity });
      return command('hdsp.xava', { ...at, va: move.speedMmS });
    }
    const at = { xp: move.position01, ...options };
    if ('durationMs' in move) return command('hdsp.xpt', { ...at, t: move.durationMs });
    if ('velocity' in move) return command('hdsp.xpvp', { ...at, vp: move.velocity });
    return command('hdsp.xpva', { ...at, va: move.speedMmS });
  },
  stop,
});
