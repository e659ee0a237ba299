import { DeviceRefusal } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import type { OperatorDevice } from '../../devices/faulty-device.ts';
import { type HardwareAction, performHardwareActions } from './hardware-actions.ts';
import { type RunningTimedScript, runTimedScript, type TimedScript } from './timed-script.ts';

/** The script of a device as clients see it; a device without a script has no steps. */
export interface ScriptStatus {
  readonly steps: readonly { readonly atMs: number; readonly do: readonly unknown[] }[];
  readonly repeatMs?: number;
  /** When it was loaded, in ms since the epoch. */
  readonly startedAt?: number;
  /** How far it is in its present round, in ms. */
  readonly positionMs?: number;
  /** False once a script that runs once is over. */
  readonly running?: boolean;
  /** Number of actions that the device refused. */
  readonly refused?: number;
  readonly lastRefusal?: string;
}

/** At most one timed script for each device; it ends with the device. */
export interface DeviceScripts {
  /** Starts a script; the one before ends. */
  load(device: OperatorDevice, script: TimedScript): void;
  status(device: OperatorDevice): ScriptStatus;
  end(device: OperatorDevice): void;
}

interface Options {
  readonly time: Time;
  /** Receives errors of the cloud itself. */
  readonly onError: (error: unknown) => void;
}

interface Refusals {
  count: number;
  last: string | undefined;
}

interface Loaded {
  readonly script: TimedScript;
  readonly running: RunningTimedScript;
  readonly startedAt: number;
  readonly refusals: Refusals;
  end(): void;
}

/** Returns the scripts of all devices, none at first; a fault of ours goes to `onError`. */
export function createDeviceScripts({ time, onError }: Options): DeviceScripts {
  const loaded = new WeakMap<OperatorDevice, Loaded>();

  function start(device: OperatorDevice, script: TimedScript): Loaded {
    const refusals: Refusals = { count: 0, last: undefined };
    let hasEnded = false;
    let done = Promise.resolve();

    /** Performs steps in their order, also where one takes longer than the interval to the next. */
    async function execute(before: Promise<void>, actions: readonly HardwareAction[]): Promise<void> {
      await before;
      try {
        if (!hasEnded) await performHardwareActions(actions, device);
      } catch (error) {
        if (!(error instanceof DeviceRefusal)) return onError(error);
        refusals.count += 1;
        refusals.last = error.message;
      }
    }

    const perform = (actions: readonly HardwareAction[]) => {
      done = execute(done, actions);
    };
    const running = runTimedScript(script, { time, perform });
    const end = () => {
      hasEnded = true;
      running.end();
      device.gone().removeEventListener('abort', end);
    };
    device.gone().addEventListener('abort', end);
    return { script, running, startedAt: time.now(), refusals, end };
  }

  function end(device: OperatorDevice): void {
    loaded.get(device)?.end();
    loaded.delete(device);
  }

  return {
    end,
    load(device, script) {
      end(device);
      if (script.steps.length > 0) loaded.set(device, start(device, script));
    },
    status(device) {
      const present = loaded.get(device);
      return present ? toStatus(present) : { steps: [] };
    },
  };
}

function toStatus({ script: { steps, repeatMs }, running, startedAt, refusals }: Loaded): ScriptStatus {
  return {
    steps: steps.map(({ atMs, actions }) => ({ atMs, do: actions.map(({ json }) => json) })),
    ...(repeatMs !== undefined && { repeatMs }),
    startedAt,
    positionMs: Math.round(running.positionMs()),
    running: running.isRunning(),
    refused: refusals.count,
    ...(refusals.last !== undefined && { lastRefusal: refusals.last }),
  };
}
