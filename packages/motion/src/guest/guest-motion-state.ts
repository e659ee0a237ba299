import type { GuestMode } from '@tactus/protocol';
import type { ScriptPoint } from '../scripts/script.ts';
import { FULL_WINDOW, type StrokeWindow } from '../zone.ts';

/** A guest's commands to a device since it got control: plain data, passed with the next call. */
export interface GuestMotionState {
  /** The mode in which the guest drove last. */
  readonly mode: GuestMode | undefined;
  /** Whether anything that the guest set in motion may still move, in whichever mode: a command that ends it may be lost. */
  readonly moves: boolean;
  /** HAMP: whether the alternating motion was started. The device starts it at velocity 0. */
  readonly alternates: boolean;
  /** HAMP: the velocity that the device has, and the ends that the guest requested. */
  readonly velocity: number;
  readonly window: StrokeWindow;
  /** Whether the guest set the HAMP ends in the device. */
  readonly hasZone: boolean;
  /** HVP: the vibration that the device has. */
  readonly vibration: PlannedVibration | undefined;
  /** HSP: the guest's points in the device; undefined while they are another client's. */
  readonly stream: GuestStream | undefined;
}

/** The input of `hvp.setState`. */
export interface PlannedVibration {
  readonly amplitude: number;
  readonly frequency: number;
  readonly position: number;
}

/** A guest's own stream of points. */
export interface GuestStream {
  /** The guest's points, mapped into the allowed part of the stroke. */
  readonly requested: readonly ScriptPoint[];
  /** The part of them that the device got: no leg is too fast at `limitedRate`. */
  readonly sent: readonly ScriptPoint[];
  readonly limitedRate: number;
  /** The stream index of the last point. */
  readonly tail: number;
  readonly phase: 'stopped' | 'playing' | 'paused';
  readonly loop: boolean;
  readonly rate: number;
  /** The stream is at `streamMs` at the time `atMs` of the server's clock. */
  readonly atMs: number;
  readonly streamMs: number;
}

/** The state when a guest takes control: nothing moves, and nothing in the device is the guest's. */
export const NEW_GUEST_MOTION: GuestMotionState = {
  mode: undefined,
  moves: false,
  alternates: false,
  velocity: 0,
  window: FULL_WINDOW,
  hasZone: false,
  vibration: undefined,
  stream: undefined,
};

/** The plan after a Stop by any client. Points stay where they are, and the next play begins again. */
export function stoppedGuestMotion(plan: GuestMotionState): GuestMotionState {
  const { stream } = plan;
  return {
    ...plan,
    moves: false,
    alternates: false,
    velocity: 0,
    vibration: undefined,
    stream: stream && { ...stream, phase: 'stopped' },
  };
}

/**
 * The plan while a guest drives in a mode. Another mode stops the player, whose points have to be played again, and the
 * alternating motion.
 */
export function guestMotionInMode(
  plan: GuestMotionState,
  mode: GuestMode,
  changes: Partial<GuestMotionState>,
): GuestMotionState {
  const { stream } = plan;
  const left = mode === 'hsp' || !stream ? {} : { stream: { ...stream, phase: 'stopped' as const } };
  const ended = mode === plan.mode ? {} : { alternates: false, velocity: 0 };
  return { ...plan, ...left, ...ended, mode, ...changes };
}
