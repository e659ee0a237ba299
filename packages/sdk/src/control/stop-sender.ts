import { errorCodes } from '@tactus/protocol';
import type { Time, Undo } from '@tactus/time';
import type { CommandDispatcher } from '../commands/command-dispatcher.ts';
import {
  IDLE_MODE_CALL,
  readStopConfirmation,
  reportsMotionEnd,
  type StopCall,
  stopCallFor,
} from '../commands/stop-calls.ts';
import { abortedError, DeviceError, toDeviceError } from '../errors.ts';
import { hasSlider } from '../state/capability.ts';
import type { DeviceState, StopPhase } from '../state/device-state.ts';
import type { DeviceStore } from '../state/device-store.ts';
import type { StatePatch } from '../state/state-slice.ts';

/** Unconfirmed after this long, the idle mode is requested. */
const STOP_UNCONFIRMED_MS = 500;
/** Unconfirmed after this long, the result is that it could not be sent; the lane goes on trying. */
const STOP_REPORT_MS = 3_000;

const BY_STOP = { lane: 'stop', byStop: true } as const;

const FIRST_RETRY_MS = 1_500;
const LAST_RETRY_MS = 5_000;
const SPEED_CHECK_MS = 150;
const SPEED_CHECKS = 4;

/** How a Stop ended: the device confirmed it, or it could not be reached (then: use its power button). */
export interface StopResult {
  readonly outcome: 'confirmed' | 'could-not-send';
  readonly tookMs: number;
  /** Why it could not be sent. */
  readonly cause: DeviceError | undefined;
}

/** The lane of Stop: no queue, no budget. */
export interface StopSender {
  /** Sends a stop now, and again until it is confirmed. Never rejects. A second press requests the idle mode at once. */
  press(): Promise<StopResult>;
  /**
   * A command that starts a motion was sent: a pending Stop ends, unless it was sent again by itself. `sent` settles with its answer.
   */
  motionStarts(sent: Promise<unknown>, isResent?: boolean): void;
  /** Call it after every change of the state. */
  watch(next: DeviceState, previous: DeviceState): void;
  /** Sends an unconfirmed stop at once: what kept it from the device may be over. */
  retryNow(): void;
  /** The starts without an answer that were sent before the last Stop: each may undo it. */
  startsBeforeStop(): readonly Promise<unknown>[];
  /** Ends all retries. */
  cancel(): void;
}

interface Run {
  readonly startedMs: number;
  readonly result: Promise<StopResult>;
  readonly report: (result: StopResult) => void;
  readonly undo: Set<Undo>;
  /** How many rounds were begun since the last reason to retry at once. */
  rounds: number;
  cancelNextRound?: Undo;
  /** Calls of the current round that failed. */
  failures: number;
  lastError?: DeviceError;
  reported?: true;
  /** How many starts, sent before this Stop, were answered since: each may have undone the stop that the device reported. */
  overtaken: number;
}

/** Returns the sender of Stop; `positionInStroke01` returns where the slider is in its stroke, 0..1, if known. */
export function createStopSender(parts: {
  readonly dispatcher: CommandDispatcher;
  readonly store: DeviceStore;
  readonly time: Time;
  readonly positionInStroke01: () => number | undefined;
}): StopSender {
  const { dispatcher, store, time } = parts;
  /** Every start without an answer, since any of them may be executed last: its device, and the epoch in which a Stop waits for it. */
  const starting = new Map<Promise<unknown>, { readonly key: string | undefined; waitedIn?: number }>();
  let active: Run | undefined;
  /** Rises with every command that starts a motion, and with the end: earlier pending starts are ignored. */
  let epoch = 0;

  /** `also` is patched together with the phase: subscribers are notified of the Stop once. */
  function begin(also: StatePatch = {}): Run {
    let report: Run['report'] = () => undefined;
    const result = new Promise<StopResult>((resolve) => {
      report = resolve;
    });
    const run: Run = {
      startedMs: time.monotonic(),
      result,
      report,
      undo: new Set(),
      rounds: 0,
      failures: 0,
      overtaken: 0,
    };
    active = run;
    store.patch({ stopPhase: 'stopping', ...also });
    later(run, STOP_REPORT_MS, () => deliverReport(run, new DeviceError('timeout', 'Stop was not confirmed in time')));
    return run;
  }

  function round(run: Run): void {
    if (run !== active) return;
    run.rounds += 1;
    run.failures = 0;
    sendNow(run);
    later(run, STOP_UNCONFIRMED_MS, () => void send(run, IDLE_MODE_CALL));
    run.cancelNextRound?.();
    run.cancelNextRound = later(run, Math.min(FIRST_RETRY_MS * run.rounds, LAST_RETRY_MS), () => round(run));
  }

  function retryNow(): void {
    if (!active) return;
    active.rounds = 0;
    round(active);
  }

  async function send(run: Run, { name, input }: StopCall): Promise<void> {
    const { overtaken } = run;
    try {
      const result = await dispatcher.send(name, input, BY_STOP);
      const proof = readStopConfirmation(name, result);
      const isStopped = proof === 'stopped' || (proof === 'ask-speed' && (await isAtRest(run)));
      if (isStopped && run.overtaken === overtaken) confirm(run);
    } catch (thrown) {
      run.lastError = toDeviceError(thrown);
      if (run.lastError.refusal?.code === errorCodes.otaRunning) {
        // While its firmware is written a device is at rest, and accepts no other mode.
        if (run.overtaken === overtaken) confirm(run);
        return;
      }
      run.failures += 1;
      if (run.failures > 1) deliverReport(run, run.lastError);
    }
  }

  /** A braking slider needs a moment; one that is not at rest after a few checks is left to the next round. */
  async function isAtRest(run: Run): Promise<boolean> {
    if (store.get().capabilities && !hasSlider(store.get())) return true;
    for (let checks = 0; checks < SPEED_CHECKS && run === active; checks++) {
      if (checks > 0) await time.sleep(SPEED_CHECK_MS);
      const speed = await dispatcher.send('slider.state', {}, BY_STOP).then(
        ({ speed_absolute }) => speed_absolute,
        (error: DeviceError) => (error.code === 'refused' ? 0 : Promise.reject(error)), // it has no slider
      );
      if (speed === 0) return true;
    }
    return false;
  }

  function confirm(run: Run): void {
    if (run !== active) return;
    end(run);
    setPhase('stopped');
    run.report({ outcome: 'confirmed', tookMs: time.monotonic() - run.startedMs, cause: undefined });
  }

  function deliverReport(run: Run, cause: DeviceError): void {
    if (run !== active) return;
    run.reported = true;
    setPhase('could-not-send');
    run.report({ outcome: 'could-not-send', tookMs: time.monotonic() - run.startedMs, cause: run.lastError ?? cause });
  }

  function end(run: Run): void {
    for (const undo of run.undo) undo();
    run.undo.clear();
    if (run === active) active = undefined;
  }

  function takeBack(): void {
    if (!active) return;
    deliverReport(active, abortedError());
    end(active);
    setPhase('none');
  }

  function later(run: Run, delayMs: number, act: () => void): Undo {
    const undo = time.after(delayMs, () => {
      run.undo.delete(undo);
      act();
    });
    run.undo.add(undo);
    return undo;
  }

  function setPhase(stopPhase: StopPhase): void {
    if (store.get().stopPhase !== stopPhase) store.patch({ stopPhase });
  }

  function sendNow(run: Run): void {
    void send(run, stopCallFor(store.get().mode, positionOrUnknown()));
  }

  /** A Stop must not fail because an estimate does: without a position it uses the idle mode. */
  function positionOrUnknown(): number | undefined {
    try {
      return parts.positionInStroke01();
    } catch {
      return undefined;
    }
  }

  /** An earlier start may be executed after the stop: when its answer comes later, stop again. */
  function stopLatecomers(): void {
    const mine = epoch;
    const again = () => {
      if (mine !== epoch) return;
      const running = active;
      const run = running ?? begin();
      run.overtaken += 1;
      if (running) sendNow(run);
      else round(run);
    };
    for (const [sent, start] of starting) {
      if (start.waitedIn === mine || start.key !== store.get().connectionKey) continue;
      start.waitedIn = mine;
      sent.then(again, again);
    }
  }

  return {
    press() {
      stopLatecomers();
      const pressed = { stopPresses: store.get().stopPresses + 1 };
      const running = active;
      if (running && !running.reported) {
        store.patch(pressed);
        sendNow(running);
        void send(running, IDLE_MODE_CALL);
        return running.result;
      }
      if (running) end(running);
      const run = begin(pressed);
      round(run);
      return run.result;
    },
    motionStarts(sent, isResent = false) {
      if (!isResent) {
        epoch += 1;
        takeBack();
        setPhase('none');
      }
      starting.set(sent, { key: store.get().connectionKey });
      const settled = () => starting.delete(sent);
      sent.then(settled, settled);
    },
    watch(next, previous) {
      if (!active) return;
      if (active.overtaken === 0 && reportsMotionEnd(next, previous)) confirm(active);
      else if (next.connected && !previous.connected) retryNow();
    },
    retryNow,
    startsBeforeStop: () => [...starting].flatMap(([sent, { waitedIn }]) => (waitedIn === epoch ? [sent] : [])),
    cancel() {
      epoch += 1;
      takeBack();
    },
  };
}
