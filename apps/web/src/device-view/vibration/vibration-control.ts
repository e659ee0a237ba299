import { WAVE_STEP_MS, type WaveKind, waveLevels } from '@tactus/motion';
import type { Time, Undo } from '@tactus/time';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** The strength of someone who never chose one, per cent. @internal */
export const DEFAULT_AMPLITUDE_PERCENT = 30;
/** The middle of the log scale: 100 Hz. */
const DEFAULT_PITCH_PERCENT = 50;
const DEFAULT_POSITION_PERCENT = 50;
/** So long after the hand was on a control, what others chose is not taken over: it may be our own echo. */
const SETTLE_MS = 1500;

/** What a hand can set, per cent of each scale. */
export interface Wanted {
  readonly amplitudePercent: number;
  readonly pitchPercent: number;
  readonly positionPercent: number;
}

/** What is known about the vibration on this page. */
export interface VibrationState extends Wanted {
  readonly wave: WaveKind;
  /** It was started and not stopped since, here or elsewhere. */
  readonly running: boolean;
  /** The hold button is down. */
  readonly held: boolean;
}

/** What the device reports, on the same scales. */
export interface Reported extends Wanted {
  readonly enabled: boolean;
}

/** What the control acts on. */
export interface VibrationPorts {
  readonly time: Time;
  /** A seed for a wave that walks at random. */
  newSeed(): number;
  /** Has `target()` sent at the rate of a hand. */
  sendAsHand(): void;
  /** Has `target()` sent now; while another is under way, after it. */
  sendAsWave(): void;
  /** Forgets what was not sent yet. */
  cancelSend(): void;
  /** Stops for good: past every queue, tried again until the device confirms it. */
  stop(): void;
  reported(): Reported;
}

/** The vibration under a hand: drafts, waves and holds become commands. */
export interface VibrationControl {
  readonly state: StoreApi<VibrationState>;
  start(): void;
  /** The hand is on a control. */
  set(wanted: Partial<Wanted>): void;
  setWave(wave: WaveKind): void;
  /** Vibrates at the full strength chosen as long as it is held, then goes back to what was. */
  hold(held: boolean): void;
  /** What the device is to be sent now; undefined when nothing is to vibrate. */
  target(): Wanted | undefined;
  /** The device was stopped, or is gone. */
  stopped(): void;
  /** What the device reports stays: it is shown, and no wave changes it any more. */
  adoptReported(): void;
  /** The device reports another state than `before`. */
  onReported(before: Reported): void;
  close(): void;
}

/** Creates the control while a page is open. Nothing is sent before the person acts; what runs already is taken over. */
export function createVibrationControl(ports: VibrationPorts): VibrationControl {
  const { time } = ports;
  const first = ports.reported();
  const state = createStore<VibrationState>()(() => ({
    amplitudePercent: first.enabled ? first.amplitudePercent : DEFAULT_AMPLITUDE_PERCENT,
    pitchPercent: first.enabled ? first.pitchPercent : DEFAULT_PITCH_PERCENT,
    positionPercent: first.enabled ? first.positionPercent : DEFAULT_POSITION_PERCENT,
    wave: 'constant',
    running: first.enabled,
    held: false,
  }));
  let level = 1;
  let lastTouchedMs = -Infinity;
  let cancelTimer: Undo = () => undefined;

  const isActive = () => state.getState().running || state.getState().held;

  function push() {
    lastTouchedMs = time.monotonic();
    if (isActive()) ports.sendAsHand();
  }

  /** Lets the wave run from its beginning. */
  function runWave() {
    cancelTimer();
    const { wave } = state.getState();
    const levels = waveLevels(wave, ports.newSeed());
    level = levels.next().value;
    if (wave === 'constant') return;
    const step = () => {
      cancelTimer = time.after(WAVE_STEP_MS, step);
      const next = levels.next().value;
      if (next === level) return;
      level = next;
      if (!state.getState().held) ports.sendAsWave();
    };
    cancelTimer = time.after(WAVE_STEP_MS, step);
  }

  function stopped() {
    cancelTimer();
    ports.cancelSend();
    level = 1;
    if (isActive()) state.setState({ running: false, held: false });
  }

  /** What another hand chose is what this page shows and goes on from. */
  function takeOver(reported: Reported) {
    const { amplitudePercent, pitchPercent, positionPercent } = reported;
    state.setState({ amplitudePercent, pitchPercent, positionPercent, running: true });
  }

  return {
    state,
    start() {
      state.setState({ running: true });
      runWave();
      push();
    },
    set(wanted) {
      state.setState(wanted);
      push();
    },
    setWave(wave) {
      state.setState({ wave });
      if (!state.getState().running) return;
      runWave();
      push();
    },
    hold(held) {
      if (held === state.getState().held) return;
      state.setState({ held });
      if (isActive()) push();
      else ports.stop();
    },
    target() {
      const { running, held, amplitudePercent, pitchPercent, positionPercent } = state.getState();
      if (!running && !held) return undefined;
      const share = held ? 1 : level;
      return { amplitudePercent: amplitudePercent * share, pitchPercent, positionPercent };
    },
    stopped,
    adoptReported() {
      cancelTimer();
      level = 1;
      state.setState({ wave: 'constant' });
      takeOver(ports.reported());
    },
    onReported(before) {
      const now = ports.reported();
      if (before.enabled && !now.enabled) stopped();
      const { wave, held } = state.getState();
      const settled = time.monotonic() - lastTouchedMs > SETTLE_MS;
      if (now.enabled && settled && !held && wave === 'constant') takeOver(now);
    },
    close() {
      cancelTimer();
      ports.cancelSend();
    },
  };
}
