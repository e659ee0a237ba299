import type { Time, Undo } from '@tactus/time';

/** Temperature of a motor that has not worked, in degrees Celsius. */
export const MOTOR_AMBIENT_C = 25;

/** From this temperature on the motor is too hot, in degrees Celsius (`temp_high_trigger` of the slider's settings). */
export const MOTOR_TRIGGER_C = 75;

/** How far below the trigger a hot motor has to cool down, in degrees (`temp_hysteresis` of the slider's settings). */
export const MOTOR_HYSTERESIS_C = 5;

/** How much hotter than its surroundings the motor gets at a permanent top speed. */
const RISE_AT_TOP_SPEED_C = 65;
const HOTTEST_C = MOTOR_AMBIENT_C + RISE_AT_TOP_SPEED_C;
const WELL_AGAIN_C = MOTOR_TRIGGER_C - MOTOR_HYSTERESIS_C;

/** In this time the temperature moves by 63 % of the difference to its final value. */
const TIME_CONSTANT_MS = 600_000;

/** The shortest time between two checks of a motor close to a limit. */
const SHORTEST_WAIT_MS = 1_000;

/** Room for rounding, in degrees. */
const EPSILON_C = 1e-9;

/** The parts of the motor's heat model. */
export interface MotorHeatParts {
  readonly time: Time;
  /** The total distance that the slider has moved, in mm; never decreases. */
  readonly travelledMm: () => number;
  /** The speed that heats the motor most. */
  readonly topSpeedMmS: number;
  /** Runs once when the trigger is reached. */
  readonly onHigh: () => void;
  /** Runs once, after that, when the motor has cooled down by the hysteresis. */
  readonly onOk: () => void;
}

/** The temperature of the slider's motor. It is checked only when it could have reached a limit. */
export interface MotorHeat {
  /** The temperature at this instant, in degrees Celsius; the work since the last check counts with its mean speed. */
  celsius(): number;
  /** Forces a temperature; the motor warms up or cools down from there. */
  set(celsius: number): void;
  /**
   * The slider starts to move; costs nothing if that is known. Call it at every command and at every start after a
   * pause: a slider that has not moved between two checks is not checked any more.
   */
  wake(): void;
  /** Ends the checks. */
  close(): void;
}

/** The motor starts cold and at rest. */
export function createMotorHeat({ time, travelledMm, topSpeedMmS, onHigh, onOk }: MotorHeatParts): MotorHeat {
  let celsius = MOTOR_AMBIENT_C;
  let sinceMs = time.monotonic();
  let sinceMm = travelledMm();
  let hot = false;
  let closed = false;
  /** While a check is scheduled: the distance at the last one. */
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

  /** Schedules the check for the earliest possible report: a hot motor at rest from now on, another at top speed. */
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

  /** Compares the temperature with the limits, schedules the next check if needed, and reports a change. */
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

/** How long a temperature takes from one value to another on its course to a final value. */
function msBetween(fromC: number, toC: number, endC: number): number {
  return TIME_CONSTANT_MS * Math.log((endC - fromC) / (endC - toC));
}
