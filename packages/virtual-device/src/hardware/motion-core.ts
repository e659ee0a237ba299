import {
  clampToZone,
  cruiseSpeedMmS,
  distanceMm,
  endMsOf,
  FULL_WINDOW,
  type Heading,
  type ModelMovement,
  type MotionSample,
  type MotorLimits,
  type Plan,
  planHeadingOf,
  planMove,
  planOscillation,
  planRest,
  planStop,
  planTimedMove,
  planTrack,
  type StrokeWindow,
  stateAt,
  TRACK_HORIZON_MS,
  type TrackStream,
  toAbsoluteMm,
  windowInside,
  type Zone,
  zoneOf,
} from '@tactus/motion';
import type { Time, Undo } from '@tactus/time';

/** Where a move ends: absolute, or as a share of the stroke zone, whatever that is by then. Both stay inside it. */
export type MotionTarget = { readonly mm: number } | { readonly share: number };

/** How a move gets there. Speeds are held to the range of the model; a duration counts from the order. */
export type MotionPace =
  | { readonly velocity01: number }
  | { readonly speedMmS: number }
  | { readonly durationMs: number };

/** What the present mode wants of the slider. A movement is planned again whenever the stroke window changes. */
export type MotionIntent =
  | { readonly kind: 'rest' }
  | { readonly kind: 'oscillate'; readonly velocity01: number; readonly window: StrokeWindow }
  | { readonly kind: 'go'; readonly to: MotionTarget; readonly pace: MotionPace; readonly arrived: () => void }
  /** The clock of the stream is on monotonic time. */
  | { readonly kind: 'track'; readonly stream: TrackStream };

/** The slider with its motor: one intent at a time, its position a formula of time. Only an arrival is waited for. */
export interface MotionCore {
  /** Position (absolute mm), signed speed and acceleration at this instant. */
  sample(): MotionSample;
  /** Which way the slider goes, or went last. */
  heading(): Heading;
  /** All the way that the slider has gone so far, mm. */
  travelledMm(): number;
  /** The person's stroke window; it bounds every movement. */
  stroke(): StrokeWindow;
  setStroke(window: StrokeWindow): void;
  /** The stroke window in absolute mm. */
  zone(): Zone;
  /** Takes the place of whatever was wanted before, from the present position and speed. */
  follow(intent: MotionIntent): void;
  /** Tells of no arrival any more. */
  close(): void;
}

interface Options {
  readonly movement: ModelMovement;
  readonly time: Time;
  /** Hears every change of what is wanted, a move that has arrived included. */
  readonly onIntent: (intent: MotionIntent) => void;
}

const REST: MotionIntent = { kind: 'rest' };

/** Builds the slider of a model, at rest at the lower end of its travel. */
export function createMotionCore({ movement, time, onIntent }: Options): MotionCore {
  const limits: MotorLimits = { maxSpeedMmS: movement.speed.maxMmS, maxAccelerationMmS2: movement.maxAccelerationMmS2 };
  let stroke: StrokeWindow = FULL_WINDOW;
  let intent: MotionIntent = REST;
  let plan: Plan = planRest(time.monotonic(), zoneOf(movement.travel, stroke).minMm);
  let plannedUntilMs = Infinity;
  let travelledBeforeMm = 0;
  let lastHeading: Heading = 'up';
  let wantedAtMs = time.monotonic();
  let cancelArrival: Undo = () => undefined;

  const zone = () => zoneOf(movement.travel, stroke);

  /** A stream is planned a piece ahead; the next pieces are planned when somebody looks, each from the end of the last. */
  function presentPlan(): Plan {
    const nowMs = time.monotonic();
    while (intent.kind === 'track' && nowMs >= plannedUntilMs) planPiece(intent.stream, plannedUntilMs, nowMs);
    return plan;
  }

  function planPiece(stream: TrackStream, startMs: number, untilMs: number): void {
    const from = stateAt(plan, startMs);
    const horizonMs = Math.max(TRACK_HORIZON_MS, untilMs - startMs + 1);
    const track = planTrack({ startMs, from, zone: zone(), limits, stream, horizonMs });
    take(track.plan, track.validUntilMs);
  }

  function take(next: Plan, untilMs = Infinity): void {
    travelledBeforeMm += distanceMm(plan, next.startMs);
    plan = next;
    plannedUntilMs = untilMs;
  }

  const sample = () => stateAt(presentPlan(), time.monotonic());

  function heading(): Heading {
    const lastPiece = presentPlan().knots.at(-2);
    lastHeading = planHeadingOf(sample()) ?? (lastPiece && planHeadingOf(lastPiece)) ?? lastHeading;
    return lastHeading;
  }

  /** A pace slower than the model can go ends the move early: it waits at the target (api-v3.md 5.1). */
  function planGo(to: MotionTarget, pace: MotionPace): Plan {
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
      intent = REST;
      onIntent(REST);
      arrived();
    });
  }

  /** Plans what is wanted from now on, from where the slider is. */
  function replan(wanted: MotionIntent): void {
    cancelArrival();
    // Both look at the plan as it was meant so far.
    heading();
    // Written out at each use: a spread costs more than the plan.
    const startMs = time.monotonic();
    const from = sample();
    intent = wanted;
    switch (wanted.kind) {
      case 'oscillate':
        take(
          planOscillation({
            startMs,
            from,
            limits,
            zone: zoneOf(movement.travel, windowInside(stroke, wanted.window)),
            cruiseMmS: cruiseSpeedMmS(movement.speed, wanted.velocity01),
            heading: lastHeading,
          }),
        );
        return;
      case 'go':
        take(planGo(wanted.to, wanted.pace));
        waitForArrival(wanted.arrived);
        return;
      case 'track':
        planPiece(wanted.stream, startMs, startMs);
        return;
      case 'rest':
        take(planStop({ startMs, from, limits, zone: zoneOf(movement.travel, FULL_WINDOW) }));
    }
  }

  /**
   * Whether a new window concerns what the slider does: one that rests, or is about to, stays where it is. A move whose
   * timer is late has arrived all the same.
   */
  function moves(): boolean {
    if (intent.kind === 'go') return time.monotonic() < endMsOf(plan);
    return intent.kind !== 'rest';
  }

  return {
    sample,
    heading,
    travelledMm: () => travelledBeforeMm + distanceMm(presentPlan(), time.monotonic()),
    stroke: () => stroke,
    zone,
    setStroke(window) {
      presentPlan();
      stroke = window;
      if (moves()) replan(intent);
    },
    follow(wanted) {
      wantedAtMs = time.monotonic();
      replan(wanted);
      onIntent(wanted);
    },
    close: () => cancelArrival(),
  };
}
