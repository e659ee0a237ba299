import {
  clampToZone,
  composeWindows,
  cruiseSpeedMmS,
  distanceCoveredMm,
  FULL_WINDOW,
  type Heading,
  type ModelMovement,
  type MotionSample,
  type MotorLimits,
  type Plan,
  planEndMs,
  planHeadingOf,
  planMove,
  planOscillation,
  planRest,
  planStateAt,
  planStop,
  planTimedMove,
  planTrack,
  type StrokeWindow,
  TRACK_HORIZON_MS,
  type TrackStream,
  type Zone,
  zoneOfWindow,
  zonePositionMm,
} from '@tactus/motion';
import type { Time, Undo } from '@tactus/time';

/** The end of a move: absolute, or a share of the stroke zone at that time. Both stay inside it. */
export type MotionTarget = { readonly mm: number } | { readonly share: number };

/** The pace of a move. Speeds are clamped to the range of the model; a duration counts from the command. */
export type MotionPace =
  | { readonly velocity01: number }
  | { readonly speedMmS: number }
  | { readonly durationMs: number };

/** The movement that the current mode requests. It is planned again whenever the stroke window changes. */
export type MotionIntent =
  | { readonly kind: 'rest' }
  | { readonly kind: 'oscillate'; readonly velocity01: number; readonly window: StrokeWindow }
  | { readonly kind: 'go'; readonly to: MotionTarget; readonly pace: MotionPace; readonly arrived: () => void }
  /** The clock of the stream is on monotonic time. */
  | { readonly kind: 'track'; readonly stream: TrackStream };

/** The slider with its motor: one intent at a time, its position a formula of time. The only timer waits for an arrival. */
export interface MotionCore {
  /** Position (absolute mm), signed speed and acceleration at this instant. */
  sample(): MotionSample;
  /** The direction in which the slider moves, or moved last. */
  heading(): Heading;
  /** The total distance that the slider has moved, mm. */
  travelledMm(): number;
  /** The user's stroke window; it bounds every movement. */
  stroke(): StrokeWindow;
  setStroke(window: StrokeWindow): void;
  /** The stroke window in absolute mm. */
  zone(): Zone;
  /** Replaces the current intent, from the current position and speed. */
  follow(intent: MotionIntent): void;
  /** Stops reporting arrivals. */
  close(): void;
}

interface Options {
  readonly movement: ModelMovement;
  readonly time: Time;
  /** Called at every change of the intent, the arrival of a move included. */
  readonly onIntent: (intent: MotionIntent) => void;
}

const REST: MotionIntent = { kind: 'rest' };

/** The slider starts at rest at the lower end of its travel. */
export function createMotionCore({ movement, time, onIntent }: Options): MotionCore {
  const limits: MotorLimits = { maxSpeedMmS: movement.speed.maxMmS, maxAccelerationMmS2: movement.maxAccelerationMmS2 };
  let stroke: StrokeWindow = FULL_WINDOW;
  let intent: MotionIntent = REST;
  let plan: Plan = planRest(time.monotonic(), zoneOfWindow(movement.travel, stroke).minMm);
  let plannedUntilMs = Infinity;
  let travelledBeforeMm = 0;
  let lastHeading: Heading = 'up';
  let wantedAtMs = time.monotonic();
  let cancelArrival: Undo = () => undefined;

  const zone = () => zoneOfWindow(movement.travel, stroke);

  /** A stream is planned one piece ahead; later pieces are planned when the position is read, each from the end of the last. */
  function planAt(nowMs: number): Plan {
    while (intent.kind === 'track' && nowMs >= plannedUntilMs) planPiece(intent.stream, plannedUntilMs, nowMs);
    return plan;
  }

  function planPiece(stream: TrackStream, startMs: number, untilMs: number): void {
    const from = planStateAt(plan, startMs);
    const horizonMs = Math.max(TRACK_HORIZON_MS, untilMs - startMs + 1);
    const track = planTrack({ startMs, from, zone: zone(), limits, stream, horizonMs });
    take(track.plan, track.validUntilMs);
  }

  function take(next: Plan, untilMs = Infinity): void {
    travelledBeforeMm += distanceCoveredMm(plan, next.startMs);
    plan = next;
    plannedUntilMs = untilMs;
  }

  const sampleAt = (nowMs: number) => planStateAt(planAt(nowMs), nowMs);

  function headingOf(sample: MotionSample): Heading {
    const lastPiece = plan.knots.at(-2);
    lastHeading = planHeadingOf(sample) ?? (lastPiece && planHeadingOf(lastPiece)) ?? lastHeading;
    return lastHeading;
  }

  /** A pace below the model's slowest speed ends the move early: the slider waits at the target. */
  function planGo(startMs: number, from: MotionSample, to: MotionTarget, pace: MotionPace): Plan {
    const inside = zone();
    const toMm = 'mm' in to ? clampToZone(inside, to.mm) : zonePositionMm(inside, to.share);
    const move = { startMs, from, limits, zone: inside, toMm };
    if ('velocity01' in pace) return planMove({ ...move, cruiseMmS: cruiseSpeedMmS(movement.speed, pace.velocity01) });
    const { minMmS, maxMmS } = movement.speed;
    if ('speedMmS' in pace) return planMove({ ...move, cruiseMmS: Math.min(Math.max(pace.speedMmS, minMmS), maxMmS) });
    const deadlineMs = wantedAtMs + pace.durationMs;
    const slowest = planMove({ ...move, cruiseMmS: minMmS });
    if (planEndMs(slowest) <= deadlineMs) return slowest;
    return planTimedMove({ ...move, durationMs: Math.max(0, deadlineMs - move.startMs) });
  }

  function waitForArrival(arrived: () => void): void {
    cancelArrival = time.after(planEndMs(plan) - plan.startMs, () => {
      intent = REST;
      onIntent(REST);
      arrived();
    });
  }

  /** Plans the intent from `startMs`, which is now, from the slider's state at that instant. */
  function replan(wanted: MotionIntent, startMs: number): void {
    cancelArrival();
    const from = sampleAt(startMs);
    const heading = headingOf(from);
    intent = wanted;
    // The inputs are written out for each plan: a spread costs more than the plan.
    switch (wanted.kind) {
      case 'oscillate':
        take(
          planOscillation({
            startMs,
            from,
            limits,
            zone: zoneOfWindow(movement.travel, composeWindows(stroke, wanted.window)),
            cruiseMmS: cruiseSpeedMmS(movement.speed, wanted.velocity01),
            heading,
          }),
        );
        return;
      case 'go':
        take(planGo(startMs, from, wanted.to, wanted.pace));
        waitForArrival(wanted.arrived);
        return;
      case 'track':
        planPiece(wanted.stream, startMs, startMs);
        return;
      case 'rest':
        take(planStop({ startMs, from, limits, zone: zoneOfWindow(movement.travel, FULL_WINDOW) }));
    }
  }

  /**
   * Whether a new window affects the slider: at rest, or about to rest, it stays where it is. A move whose timer is late
   * has arrived all the same.
   */
  function moves(nowMs: number): boolean {
    if (intent.kind === 'go') return nowMs < planEndMs(plan);
    return intent.kind !== 'rest';
  }

  return {
    sample: () => sampleAt(time.monotonic()),
    heading: () => headingOf(sampleAt(time.monotonic())),
    travelledMm() {
      const nowMs = time.monotonic();
      return distanceCoveredMm(planAt(nowMs), nowMs) + travelledBeforeMm;
    },
    stroke: () => stroke,
    zone,
    setStroke(window) {
      const nowMs = time.monotonic();
      planAt(nowMs);
      stroke = window;
      if (moves(nowMs)) replan(intent, nowMs);
    },
    follow(wanted) {
      wantedAtMs = time.monotonic();
      replan(wanted, wantedAtMs);
      onIntent(wanted);
    },
    close: () => cancelArrival(),
  };
}
