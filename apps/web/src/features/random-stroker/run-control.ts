import { linearRampAt, type RandomStroke, randomStroke, type StrokeWindow, sessionEndFactor } from '@tactus/motion';
import type { Time, Undo } from '@tactus/time';
import { type SleepWatch, watchSleep } from '@tactus/time/sleep';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RunRules } from './rules.ts';

/** Between two velocities of a ramp: two a second, so that a long run stays within the rate limit. */
const RAMP_STEP_MS = 500;
/** A smaller difference of velocities makes no difference to a person or to the device. */
const SAME_VELOCITY = 0.005;
/** So long after a start was answered, ms, reports of rest may still be from before it, while none of the motion has come. */
const LATE_REPORT_MS = 5_000;
/** The number of picks in the history. */
export const PICK_HISTORY_LENGTH = 32;

/** The phases of a run: idle, preparing to move, moving, or resting before the next pick. */
export type RunPhase = 'idle' | 'starting' | 'moving' | 'resting';

/** The state of the run. Moments are those of `time.monotonic()`. */
export interface RunState {
  readonly phase: RunPhase;
  readonly phaseStartMs: number;
  readonly phaseEndMs: number;
  /** The last picks, the newest last; the device follows the newest. */
  readonly history: readonly RandomStroke[];
  /** The seed of the run; empty before the first. */
  readonly seedText: string;
  /** When it first moved. */
  readonly startedMs: number | undefined;
  /** The session timer has run out and has stopped the device. */
  readonly finished: boolean;
}

/** The device as the run uses it. Velocities and windows are shares 0..1. */
export interface RunDevice {
  readonly time: Time;
  /** Beats also while the page is hidden. */
  readonly heartbeat: Time['every'];
  /** The present rules; a change counts from the next pick. */
  rules(): RunRules;
  /** Hashes a text to a whole number. */
  seedOf(text: string): number;
  start(): Promise<unknown>;
  /** Ends the movement for a rest. */
  pause(): Promise<unknown>;
  /** Stops for good: past every queue, tried again until the device confirms it. */
  stop(): void;
  /** Sets where it moves inside the person's own stroke window, which it never touches. */
  setWindow(window: StrokeWindow): Promise<unknown>;
  /** The same at the rate of a hand, while it moves; the newest wins. */
  sendWindow(window: StrokeWindow): void;
  /** Sends velocities at the rate of a hand; the newest wins. */
  sendVelocity(velocity: number): void;
  /** Drops a velocity or window that was not sent yet. */
  cancelSend(): void;
  /** Whether the device reports that it moves. */
  isPlaying(): boolean;
  /** The reported velocity. */
  velocity(): number;
  /** A window or velocity did not arrive, and the device cannot be reached yet: nothing is sent until then. */
  isCutOff(): boolean;
  onError(error: unknown): void;
  /** The machine has slept during the run, which is over. */
  onSlept(): void;
}

/** A run of the random stroker, outside React: timers and picks become commands. */
export interface RunControl {
  readonly state: StoreApi<RunState>;
  /** Begins a run: from a standstill, with the window set first. */
  start(seedText: string): void;
  /** Takes the next pick now, out of a movement or a rest. */
  next(): void;
  /** The device was stopped, or is disconnected: the run is over, and nothing more is sent. */
  stopped(): void;
  /** The device can be reached again after a window or velocity did not arrive: sends those of the pick again. */
  reached(): void;
  /** Checks the device's report: a device that stopped by itself ends the run. */
  reported(): void;
}

/** Creates the control of a run. Nothing is sent to the device before the person acts. */
export function createRunControl(ports: RunDevice): RunControl {
  const { time, heartbeat } = ports;
  const state = createStore<RunState>()(() => ({
    phase: 'idle',
    phaseStartMs: 0,
    phaseEndMs: 0,
    history: [],
    seedText: '',
    startedMs: undefined,
    finished: false,
  }));
  /** Its timers move the device; after a sleep they are undone. */
  let watch: SleepWatch | undefined;
  let timers: Undo[] = [];
  /** Counts the phases: an answer from an earlier phase changes nothing. */
  let generation = 0;
  let seed = 0;
  let nextIndex = 0;
  let velocity = 0;
  /** From when on a report of rest ends the run: at once when the motion was reported, monotonic ms. */
  let restCountsFromMs = 0;

  function clearTimers() {
    for (const undo of timers) undo();
    timers = [];
  }

  function enter(phase: RunPhase, lastsMs: number): number {
    clearTimers();
    const nowMs = time.monotonic();
    state.setState({ phase, phaseStartMs: nowMs, phaseEndMs: nowMs + lastsMs });
    generation += 1;
    return generation;
  }

  function end(finished = false) {
    enter('idle', 0);
    watch?.close();
    watch = undefined;
    ports.cancelSend();
    state.setState({ finished });
  }

  /** The state of the device is unknown: it may move. */
  function failed(error: unknown) {
    end();
    ports.stop();
    ports.onError(error);
  }

  /** After hours nobody expects the device to move: the run is over, in whatever phase it was. */
  function slept() {
    end();
    ports.stop();
    ports.onSlept();
  }

  /** Runs a step of the present phase later. */
  function later(delayMs: number, step: () => void) {
    if (watch) timers.push(watch.after(delayMs, step));
  }

  /** The share of the velocity that the session timer allows. */
  function sessionLeft(): number {
    const { sessionMs } = ports.rules();
    const { startedMs } = state.getState();
    return sessionMs === 0 || startedMs === undefined ? 1 : sessionEndFactor(time.monotonic() - startedMs, sessionMs);
  }

  /** From a standstill: the window before the movement, so that no stroke is outside it. */
  async function setOut() {
    if (sessionLeft() === 0) {
      end(true);
      return;
    }
    const born = enter('starting', 0);
    const stroke = randomStroke(seed, nextIndex, ports.rules());
    try {
      await ports.setWindow(stroke.window);
      watch?.check();
      if (born !== generation) return;
      await ports.start();
      if (born !== generation) return;
      velocity = 0;
      restCountsFromMs = ports.isPlaying() ? 0 : time.monotonic() + LATE_REPORT_MS;
      state.setState(({ startedMs }) => ({ startedMs: startedMs ?? time.monotonic() }));
      move(stroke);
    } catch (error) {
      if (born === generation) failed(error);
    }
  }

  /** Out of a movement: the next window and velocity while it goes on. */
  function change() {
    const stroke = randomStroke(seed, nextIndex, ports.rules());
    ports.sendWindow(stroke.window);
    move(stroke);
  }

  function move(stroke: RandomStroke) {
    enter('moving', stroke.moveMs);
    nextIndex = stroke.index + 1;
    state.setState(({ history }) => ({ history: [...history, stroke].slice(-PICK_HISTORY_LENGTH) }));
    later(stroke.moveMs, () => (stroke.restMs > 0 ? void rest(stroke.restMs) : change()));
    ramp(stroke, velocity, time.monotonic());
  }

  /** Ramps the velocity to the pick's, and down again at the end of the session, a step at a time. */
  function ramp(stroke: RandomStroke, from: number, fromMs: number) {
    const left = sessionLeft();
    if (left === 0) {
      end(true);
      ports.stop();
      return;
    }
    const { rampMs } = ports.rules();
    const elapsedMs = time.monotonic() - fromMs;
    if (!ports.isCutOff()) report(linearRampAt({ from, to: stroke.velocity01, elapsedMs, rampMs }) * left);
    later(RAMP_STEP_MS, () => ramp(stroke, from, fromMs));
  }

  function report(next: number) {
    if (Math.abs(next - velocity) < SAME_VELOCITY) return;
    velocity = next;
    ports.sendVelocity(Math.round(next * 1000) / 1000);
  }

  async function rest(restMs: number) {
    const born = enter('resting', restMs);
    ports.cancelSend();
    later(restMs, () => void setOut());
    await ports.pause().catch((error: unknown) => {
      if (born === generation) failed(error);
    });
  }

  return {
    state,
    start(seedText) {
      if (state.getState().phase !== 'idle') return;
      seed = ports.seedOf(seedText);
      nextIndex = 0;
      state.setState({ seedText, history: [], startedMs: undefined, finished: false });
      watch = watchSleep({ time, heartbeat, onSleep: slept });
      void setOut();
    },
    next() {
      const { phase } = state.getState();
      if (phase === 'moving') change();
      if (phase === 'resting') void setOut();
    },
    stopped() {
      if (state.getState().phase !== 'idle') end();
    },
    reached() {
      const { phase, history } = state.getState();
      const stroke = history.at(-1);
      if (phase !== 'moving' || !stroke) return;
      for (const undo of timers.splice(1)) undo();
      ports.sendWindow(stroke.window);
      velocity = ports.velocity();
      ramp(stroke, velocity, time.monotonic());
    },
    reported() {
      if (ports.isPlaying()) restCountsFromMs = 0;
      else if (state.getState().phase === 'moving' && time.monotonic() >= restCountsFromMs) end();
    },
  };
}
