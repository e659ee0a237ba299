import {
  clampToZone,
  cruiseSpeedMmS,
  endMsOf,
  FULL_WINDOW,
  type Heading,
  headingOf,
  type Limits,
  type ModelMovement,
  type MotionSample,
  type Plan,
  planMove,
  planOscillation,
  planRest,
  planStop,
  planTimedMove,
  type StrokeWindow,
  stateAt,
  toAbsoluteMm,
  windowInside,
  type Zone,
  zoneOf,
} from '@tactus/motion';
import type { Time, Undo } from '@tactus/time';

/** Where a move ends: absolute, or as a share of the stroke zone, whatever that is by then. Both stay inside it. */
export type Target = { readonly mm: number } | { readonly share: number };

/** How a move gets there. Speeds are held to the range of the model; a duration counts from the order. */
export type Pace = { readonly velocity01: number } | { readonly speedMmS: number } | { readonly durationMs: number };

/** What the present mode wants of the slider. A movement is planned again whenever the stroke window changes. */
type Intent =
  | { readonly kind: 'rest' }
  | { readonly kind: 'oscillate'; readonly velocity01: number; readonly window: StrokeWindow }
  | { readonly kind: 'go'; readonly to: Target; readonly pace: Pace; readonly arrived: () => void };

/** The slider with its motor: one intent at a time, its position a formula of time. Only an arrival is waited for. */
export interface MotionCore {
  /** Position (absolute mm), signed speed and acceleration at this instant. */
  sample(): MotionSample;
  /** Which way the slider goes, or went last. */
  heading(): Heading;
  /** The person's stroke window; it bounds every movement. */
  stroke(): StrokeWindow;
  setStroke(window: StrokeWindow): void;
  /** The stroke window in absolute mm. */
  zone(): Zone;
  /** Takes the place of whatever was wanted before, from the present position and speed. */
  follow(intent: Intent): void;
  /** Tells of no arrival any more. */
  close(): void;
}

/** Builds the slider of a model, at rest at the lower end of its travel. */
export function createMotionCore(movement: ModelMovement, time: Time): MotionCore {
  const limits: Limits = { maxSpeedMmS: movement.speed.maxMmS, maxAccelerationMmS2: movement.maxAccelerationMmS2 };
  let stroke: StrokeWindow = FULL_WINDOW;
  let intent: Intent = { kind: 'rest' };
  let plan: Plan = planRest(time.monotonic(), zoneOf(movement.travel, stroke).minMm);
  let lastHeading: Heading = 'up';
  let wantedAtMs = time.monotonic();
  let cancelArrival: Undo = () => undefined;

  const sample = () => stateAt(plan, time.monotonic());
  const zone = () => zoneOf(movement.travel, stroke);

  function heading(): Heading {
    const lastPiece = plan.knots.at(-2);
    lastHeading = headingOf(sample()) ?? (lastPiece && headingOf(lastPiece)) ?? lastHeading;
    return lastHeading;
  }

  /** A pace slower than the model can go ends the move early: it waits at the target (api-v3.md 5.1). */
  function planGo(to: Target, pace: Pace): Plan {
    const inside = zone();
    const toMm = 'mm' in to ? clampToZone(inside, to.mm) : toAbsoluteMm(inside, to.share);
    const move = { startMs: time.monotonic(), from: sample(), limits, zone: inside, toMm };
    if ('velocity01' in pace) return planMove({ ...move, cruiseMmS: cruiseSpeedMmS(movement.speed, pace.velocity01) });
    const { minMmS, maxMmS } = movement.speed;
    if ('speedMmS' in pace) return planMove({ ...move, cruiseMmS: Math.min(Math.max(pace.speedMmS, minMmS), maxMmS) });
    const deadlineMs = wantedAtMs + pace.durationMs;
    const slowest = planMove({ ...move, cruiseMmS: minMmS });
    if (endMsOf(slowest) <= deadlineMs) return slowest;
    return planTimedMove({ ...move, durationMs: Math.max(0, deadlineMs - move.startMs) });
  }

  function waitForArrival(arrived: () => void): void {
    cancelArrival = time.after(endMsOf(plan) - plan.startMs, () => {
      intent = { kind: 'rest' };
      arrived();
    });
  }

  function replan(): void {
    cancelArrival();
    const departure = { startMs: time.monotonic(), from: sample(), limits };
    switch (intent.kind) {
      case 'oscillate':
        plan = planOscillation({
          ...departure,
          zone: zoneOf(movement.travel, windowInside(stroke, intent.window)),
          cruiseMmS: cruiseSpeedMmS(movement.speed, intent.velocity01),
          heading: heading(),
        });
        return;
      case 'go':
        heading();
        plan = planGo(intent.to, intent.pace);
        waitForArrival(intent.arrived);
        return;
      case 'rest':
        heading();
        plan = planStop({ ...departure, zone: zoneOf(movement.travel, FULL_WINDOW) });
    }
  }

  /**
   * Whether a new window concerns what the slider does: one that rests, or is about to, stays where it is. A move whose
   * timer is late has arrived all the same.
   */
  function moves(): boolean {
    return intent.kind === 'oscillate' || (intent.kind === 'go' && time.monotonic() < endMsOf(plan));
  }

  return {
    sample,
    heading,
    stroke: () => stroke,
    zone,
    setStroke(window) {
      stroke = window;
      if (moves()) replan();
    },
    follow(wanted) {
      intent = wanted;
      wantedAtMs = time.monotonic();
      replan();
    },
    close: () => cancelArrival(),
  };
}
