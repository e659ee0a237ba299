import { DeviceMode, HdspState } from '@tactus/protocol';
import type { SendCommand } from '../client/command.ts';
import { modeAnswers, onLeavingModes } from './leaving.ts';
import type { StateSlice } from './state-slice.ts';

/** Direct moves before anything was heard of them, and after their mode was left. */
export const initialHdsp = { state: HdspState.STOPPED };

const stopped = () => ({ hdsp: initialHdsp });
const left = onLeavingModes(DeviceMode.HDSP, stopped);

/** Direct moves: their answers say nothing, so events alone tell what the slider does. */
export const hdspSlice = {
  on: {
    hdsp_state_changed: (_, next) => ({ hdsp: next }),
    mode_changed: left,
  },
  answers: modeAnswers(left),
} satisfies StateSlice;

/** Where to move to: the device's own mm, or a share 0..1 of the stroke. */
export type MoveTarget = { readonly positionMm: number } | { readonly position01: number };

/** How to move there: mm/s, a share 0..1 of the top speed, or within a time in ms. */
export type MovePace = { readonly speedMmS: number } | { readonly velocity: number } | { readonly durationMs: number };

/** A direct move. */
export type HdspMove = MoveTarget &
  MovePace & {
    /** Whether it stands still once it is there, rather than being ready for the next move; default no. */
    readonly stopOnTarget?: boolean;
    /** Whether the cloud answers without waiting for the device; default no. */
    readonly immediateResponse?: boolean;
  };

/** Direct moves. A newer move takes the place of the one under way. */
export interface HdspCommands {
  /** Moves to a position. Resolves when the device has taken the command; events tell when it is there. */
  moveTo(move: HdspMove): Promise<'ok'>;
  /** Ends a move where the slider is now; from a position that is not known, by the idle mode. */
  stop(): Promise<void>;
}

/** What may be asked of direct moves. `stop` is made by the device, which knows where the slider is. */
export const hdspCommands = (command: SendCommand, stop: HdspCommands['stop']): HdspCommands => ({
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
