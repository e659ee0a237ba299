import type { Time, Undo } from '@tactus/time';
import { numberWithin, readFields } from './field-readers.ts';
import { type HardwareAction, readActions } from './hardware-actions.ts';

/** One step of a script: actions and their time. */
interface Step {
  readonly atMs: number;
  readonly actions: readonly HardwareAction[];
}

/** A list of timed actions on a device. */
export interface TimedScript {
  readonly steps: readonly Step[];
  /** When it starts over, counted from its start; undefined: it runs once. */
  readonly repeatMs: number | undefined;
}

const STEPS_MAX = 1_000;
const SCRIPT_MAX_MS = 24 * 60 * 60 * 1_000;
const REPEAT_MIN_MS = 100;

const readAtMs = numberWithin(0, SCRIPT_MAX_MS);
const readRepeatMs = numberWithin(REPEAT_MIN_MS, SCRIPT_MAX_MS);

/** Reads a script: `{steps: [{atMs, do}], repeatMs?}`. Throws a RangeError that names the fault and the step. */
export function readTimedScript(json: unknown): TimedScript {
  const { steps: list, repeatMs } = readFields(json, 'A script');
  if (!Array.isArray(list) || list.length > STEPS_MAX)
    throw new RangeError(`steps must be a list of at most ${STEPS_MAX}`);
  let lastAtMs = 0;
  const steps = list.map((step: unknown, index): Step => {
    const read = readStep(step, `steps[${index}]`);
    if (read.atMs < lastAtMs) throw new RangeError(`steps[${index}]: atMs must not be before that of the step before`);
    lastAtMs = read.atMs;
    return read;
  });
  if (repeatMs === undefined) return { steps, repeatMs: undefined };
  const checked = readRepeatMs(repeatMs, 'repeatMs');
  if (checked < lastAtMs) throw new RangeError('repeatMs must not be before the last step');
  return { steps, repeatMs: checked };
}

function readStep(json: unknown, place: string): Step {
  const { atMs, do: actions } = readFields(json, place);
  try {
    return { atMs: readAtMs(atMs, 'atMs'), actions: readActions(actions) };
  } catch (error) {
    if (error instanceof RangeError) throw new RangeError(`${place}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** A running script. */
export interface RunningTimedScript {
  /** How far it is in its present round, in ms. */
  positionMs(): number;
  /** False once the last step of a script that runs once was begun, and after `end`. */
  isRunning(): boolean;
  end(): void;
}

interface Stage {
  readonly time: Time;
  /** Performs the actions of a step; the next step does not wait for them. */
  readonly perform: (actions: readonly HardwareAction[]) => void;
}

/** Runs a script from its start. One timer waits for its next step. */
export function runTimedScript({ steps, repeatMs }: TimedScript, { time, perform }: Stage): RunningTimedScript {
  let startedAt = time.monotonic();
  let next = 0;
  let running = steps.length > 0;
  let cancelTimer: Undo = () => undefined;

  const positionMs = () => time.monotonic() - startedAt;

  function waitForNext(): void {
    const step = steps[next];
    if (step) cancelTimer = time.after(startedAt + step.atMs - time.monotonic(), begin(step));
    else if (repeatMs !== undefined && running) cancelTimer = time.after(repeatMs - positionMs(), startOver(repeatMs));
    else running = false;
  }

  const begin = (step: Step) => () => {
    next += 1;
    perform(step.actions);
    // An action of the step may have ended the script.
    if (running) waitForNext();
  };

  /** Rounds that a sleeping machine missed are skipped. */
  const startOver = (roundMs: number) => () => {
    startedAt += roundMs * Math.max(1, Math.floor(positionMs() / roundMs));
    next = 0;
    waitForNext();
  };

  waitForNext();

  return {
    positionMs,
    isRunning: () => running,
    end() {
      running = false;
      cancelTimer();
    },
  };
}
