import {
  clampToZone,
  composeWindows,
  cruiseSpeedMmS,
  FULL_WINDOW,
  type Heading,
  type MotionState,
  type MotorLimits,
  type Plan,
  planEndMs,
  planMove,
  planOscillation,
  planStop,
  planTimedMove,
  type StrokeWindow,
  zoneOfWindow,
  zonePositionMm,
} from '@tactus/motion';
import type { MovementParameters } from './movement.ts';

/** Fields of the direct moves; each call has a position and a pace in one of two measures. */
export interface DirectMove {
  readonly xa?: number | undefined;
  readonly xp?: number | undefined;
  readonly va?: number | undefined;
  readonly vp?: number | undefined;
  readonly t?: number | undefined;
  readonly stop_on_target?: boolean | undefined;
}

/** The known movement of the slider. */
export type MotionGoal =
  | { readonly kind: 'rest' }
  | {
      readonly kind: 'oscillate';
      readonly velocity01: number;
      /** The zone of HAMP inside the stroke. */
      readonly window: StrokeWindow;
      readonly heading: Heading;
    }
  /** `isShare`: the speed is a share of the top speed whatever its name. */
  | { readonly kind: 'go'; readonly move: DirectMove; readonly isShare: boolean }
  | { readonly kind: 'track' }
  /** Another client moves it, by unknown commands. */
  | { readonly kind: 'unknown' };

/** A goal reached by one plan. */
export type PlannedGoal = Exclude<MotionGoal, { kind: 'track' | 'unknown' }>;

/** The starting point of a plan. */
export interface PlanStart {
  readonly movement: MovementParameters;
  readonly from: MotionState;
  readonly startMs: number;
  /** When the goal was set: a duration counts from there. */
  readonly wantedAtMs: number;
}

/** The limits of the device's motor, within which its motion is predicted. */
export const motorLimitsOf = ({ speed, maxAccelerationMmS2 }: MovementParameters): MotorLimits => ({
  maxSpeedMmS: speed.maxMmS,
  maxAccelerationMmS2,
});

/** The movement to a goal, as the device plans it. */
export function planMotionToGoal(goal: PlannedGoal, departure: PlanStart): Plan {
  const { movement, from, startMs } = departure;
  const start = { startMs, from, limits: motorLimitsOf(movement) };
  switch (goal.kind) {
    case 'oscillate':
      return planOscillation({
        ...start,
        zone: zoneOfWindow(movement.travel, composeWindows(movement.strokeWindow, goal.window)),
        cruiseMmS: cruiseSpeedMmS(movement.speed, goal.velocity01),
        heading: goal.heading,
      });
    case 'go':
      return planDirectMove(goal.move, goal.isShare, departure);
    case 'rest':
      return planStop({ ...start, zone: zoneOfWindow(movement.travel, FULL_WINDOW) });
  }
}

/** A pace below the device's slowest speed ends the move early: the slider waits at the target. */
function planDirectMove({ xa, xp, va, vp, t }: DirectMove, isShare: boolean, departure: PlanStart): Plan {
  const { movement, from, startMs, wantedAtMs } = departure;
  const zone = movement.stroke;
  const toMm = xa === undefined ? zonePositionMm(zone, xp ?? 0) : clampToZone(zone, xa);
  const move = { startMs, from, zone, limits: motorLimitsOf(movement), toMm };
  const { minMmS, maxMmS } = movement.speed;
  if (t !== undefined) {
    const deadlineMs = wantedAtMs + t;
    const slowest = planMove({ ...move, cruiseMmS: minMmS });
    if (planEndMs(slowest) <= deadlineMs) return slowest;
    return planTimedMove({ ...move, durationMs: Math.max(0, deadlineMs - startMs) });
  }
  const share = isShare ? (vp ?? va) : undefined;
  if (share !== undefined) return planMove({ ...move, cruiseMmS: cruiseSpeedMmS(movement.speed, share) });
  return planMove({ ...move, cruiseMmS: Math.min(Math.max(va ?? maxMmS, minMmS), maxMmS) });
}
