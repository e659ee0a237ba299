import {
  cruiseSpeedMmS,
  FULL_WINDOW,
  type Heading,
  headingOf,
  type Limits,
  type ModelMovement,
  type MotionSample,
  type Plan,
  planOscillation,
  planRest,
  planStop,
  type StrokeWindow,
  stateAt,
  windowInside,
  type Zone,
  zoneOf,
} from '@tactus/motion';
import type { Time } from '@tactus/time';

/** What the present mode wants of the slider. A movement is planned again whenever the stroke window changes. */
type Intent =
  | { readonly kind: 'rest' }
  | { readonly kind: 'oscillate'; readonly velocity01: number; readonly window: StrokeWindow };

/** The slider with its motor: one intent at a time, its position a formula of time. Nothing ticks. */
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
}

/** Builds the slider of a model, at rest at the lower end of its travel. */
export function createMotionCore(movement: ModelMovement, time: Time): MotionCore {
  const limits: Limits = { maxSpeedMmS: movement.speed.maxMmS, maxAccelerationMmS2: movement.maxAccelerationMmS2 };
  let stroke: StrokeWindow = FULL_WINDOW;
  let intent: Intent = { kind: 'rest' };
  let plan: Plan = planRest(time.monotonic(), zoneOf(movement.travel, stroke).minMm);
  let lastHeading: Heading = 'up';

  const sample = () => stateAt(plan, time.monotonic());
  const zone = () => zoneOf(movement.travel, stroke);

  function heading(): Heading {
    lastHeading = headingOf(sample()) ?? lastHeading;
    return lastHeading;
  }

  function replan(): void {
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
      case 'rest':
        heading();
        plan = planStop({ ...departure, zone: zoneOf(movement.travel, FULL_WINDOW) });
    }
  }

  return {
    sample,
    heading,
    stroke: () => stroke,
    zone,
    setStroke(window) {
      stroke = window;
      // A slider that rests, or is about to, stays where it is: only a mode that moves takes it into the window.
      if (intent.kind !== 'rest') replan();
    },
    follow(wanted) {
      intent = wanted;
      replan();
    },
  };
}
