import type { Time, Undo } from '@tactus/time';

/** Temperature of a motor that has not worked, in degrees Celsius. */
export const MOTOR_AMBIENT_C = 25;

/** From this temperature on the motor is too hot, in degrees Celsius (`temp_high_trigger`, api-v3.md 3.6). */
export const MOTOR_TRIGGER_C = 75;

/** How far below the trigger it has to cool down to be well again, in degrees (`temp_hysteresis`, api-v3.md 3.6). */
export const MOTOR_HYSTERESIS_C = 5;

/** How much hotter than its surroundings the motor gets in the end if it never leaves its top speed. */
const RISE_AT_TOP_SPEED_C = 65;
const HOTTEST_C = MOTOR_AMBIENT_C + RISE_AT_TOP_SPEED_C;
const WELL_AGAIN_C = MOTOR_TRIGGER_C - MOTOR_HYSTERESIS_C;

/** In this time the motor goes 63 % of the way to where its work takes it. */
const TIME_CONSTANT_MS = 600_000;

/** So that a motor which stays close to a limit is not looked at all the time. */
const SHORTEST_WAIT_MS = 1_000;

/** Room for rounding, in degrees. */
const EPSILON_C = 1e-9;

/** What the warming of a motor is built of. */
export interface MotorHeatParts {
  readonly time: Time;
  /** The whole distance that the slider has gone so far, in mm; never goes back. */
  readonly travelledMm: () => number;
  /** The speed that heats the motor most. */
  readonly topSpeedMmS: number;
  /** Runs once when the trigger is reached. */
  readonly onHigh: () => void;
  /** Runs once, after that, when the motor has cooled down by the hysteresis. */
  readonly onOk: () => void;
}

/** How warm the slider's motor gets by its work. It is looked at only when it could have reached a limit. */
export interface MotorHeat {
  /** The temperature at this instant, in degrees Celsius; the work since the last check counts with its mean speed. */
  celsius(): number;
  /** Forces a temperature; the motor warms up or cools down from there. */
  set(celsius: number): void;
  /**
   * The slider starts to move; costs nothing if that is known. To be called at every order and at every start after a
   * pause: a slider that has not moved from one check to the next is not checked any more.
   */
  wake(): void;
  /** Ends the checks. */
  close(): void;
}

/** Builds the warming of a motor, cold and at rest. */
export function createMotorHeat({ time, travelledMm, topSpeedMmS, onHigh, onOk }: MotorHeatParts): MotorHeat {
  let celsius = MOTOR_AMBIENT_C;
  let sinceMs = time.monotonic();
  let sinceMm = travelledMm();
  let hot = false;
  let closed = false;
  /** While a check is scheduled: how far the slider had gone at the last one. */
  let watch: { readonly cancel: Undo; readonly fromMm: number } | undefined;
  /** Woken since the last check: even if nothing has moved by the next one, it is about to. */
  let woken = false;

  function evaluate(): number {
    const nowMs = time.monotonic();
    const nowMm = travelledMm();
    const passedMs = nowMs - sinceMs;
    if (passedMs <= 0) return celsius;
    const work01 = ((nowMm - sinceMm) * 1_000) / passedMs / topSpeedMmS;
    const aimC = MOTOR_AMBIENT_C + RISE_AT_TOP_SPEED_C * work01;
    celsius = aimC + (celsius - aimC) * Math.exp(-passedMs / TIME_CONSTANT_MS);
    sinceMs = nowMs;
    sinceMm = nowMm;
    return celsius;
  }

  /** The soonest that there can be something to tell: a hot motor rests from now on, another works at top speed. */
  function watchOn(): void {
    watch?.cancel();
    const waitMs = hot
      ? msBetween(celsius, WELL_AGAIN_C, MOTOR_AMBIENT_C)
      : msBetween(celsius, MOTOR_TRIGGER_C, HOTTEST_C);
    watch = { cancel: time.after(Math.max(SHORTEST_WAIT_MS, waitMs), check), fromMm: travelledMm() };
  }

  function check(): void {
    const mayMove = woken || (watch !== undefined && travelledMm() > watch.fromMm);
    woken = false;
    watch = undefined;
    evaluate();
    judge(mayMove);
  }

  /** Sees which side of the limits the motor is on, goes on watching if that may change, and tells. */
  function judge(mayMove: boolean): void {
    const wasHot = hot;
    hot = wasHot ? celsius > WELL_AGAIN_C + EPSILON_C : celsius >= MOTOR_TRIGGER_C - EPSILON_C;
    if (hot || mayMove) watchOn();
    if (hot && !wasHot) onHigh();
    if (wasHot && !hot) onOk();
  }

  return {
    celsius: evaluate,
    set(forced) {
      if (closed) return;
      evaluate();
      celsius = forced;
      judge(watch !== undefined);
    },
    wake() {
      if (closed) return;
      if (watch) {
        woken = true;
        return;
      }
      evaluate();
      judge(true);
    },
    close() {
      closed = true;
      watch?.cancel();
    },
  };
}

/** How long a temperature takes from one value to another on its way to where it would end. */
function msBetween(fromC: number, toC: number, endC: number): number {
  return TIME_CONSTANT_MS * Math.log((endC - fromC) / (endC - toC));
}
