import type { ScriptPoint } from '../scripts/script.ts';
import { FULL_WINDOW, type StrokeWindow } from '../zone.ts';
import type { GuestMode } from './guest-call-kind.ts';

/** What a guest has sent to a device since it controls it: plain data, handed in with the next call. */
export interface GuestMotionState {
  /** The mode that it drove last. */
  readonly mode: GuestMode | undefined;
  /** Whether something that it set in motion may still move. */
  readonly moves: boolean;
  /** HAMP: the velocity that the device has, and the ends that the guest requested. */
  readonly velocity: number;
  readonly window: StrokeWindow;
  /** Whether the ends of HAMP in the device are of this guest's making. */
  readonly hasZone: boolean;
  /** HVP: what the device has. */
  readonly vibration: PlannedVibration | undefined;
  /** HSP: the points in the device; undefined while they are somebody else's. */
  readonly stream: GuestStream | undefined;
}

/** What `hvp.setState` takes. */
export interface PlannedVibration {
  readonly amplitude: number;
  readonly frequency: number;
  readonly position: number;
}

/** A guest's own stream of points. */
export interface GuestStream {
  /** What the guest sent, mapped into the allowed part of the stroke. */
  readonly requested: readonly ScriptPoint[];
  /** What the device got of it: no leg is too fast at `limitedRate`. */
  readonly sent: readonly ScriptPoint[];
  readonly limitedRate: number;
  /** The stream index of the last point. */
  readonly tail: number;
  readonly phase: 'stopped' | 'playing' | 'paused';
  readonly loop: boolean;
  readonly rate: number;
  /** At `atMs` (server's clock) the stream stands at `streamMs`. */
  readonly atMs: number;
  readonly streamMs: number;
}

/** What a guest begins with at every hold: nothing moves, and what is in the device is not its own. */
export const NEW_GUEST_MOTION: GuestMotionState = {
  mode: undefined,
  moves: false,
  velocity: 0,
  window: FULL_WINDOW,
  hasZone: false,
  vibration: undefined,
  stream: undefined,
};

/** The plan after a Stop, whoever pressed it. Points stay where they are, and a play begins anew. */
export function stoppedGuestMotion(plan: GuestMotionState): GuestMotionState {
  const { stream } = plan;
  return {
    ...plan,
    moves: false,
    velocity: 0,
    vibration: undefined,
    stream: stream && { ...stream, phase: 'stopped' },
  };
}

/** The plan while a guest drives in a mode. The player stops with another mode, and what it had is to be played anew. */
export function inMode(plan: GuestMotionState, mode: GuestMode, changes: Partial<GuestMotionState>): GuestMotionState {
  const { stream } = plan;
  const left = mode === 'hsp' || !stream ? {} : { stream: { ...stream, phase: 'stopped' as const } };
  return { ...plan, ...left, mode, ...changes };
}
