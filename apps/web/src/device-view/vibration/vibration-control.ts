import { WAVE_STEP_MS, type WaveKind, waveLevels } from '@tactus/motion';
import type { Time } from '@tactus/time';
import { type SleepWatch, watchSleep } from '@tactus/time/sleep';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** The strength until a person chooses one, per cent. @internal */
export const DEFAULT_AMPLITUDE_PERCENT = 30;
/** The middle of the log scale: 100 Hz. */
const DEFAULT_PITCH_PERCENT = 50;
const DEFAULT_POSITION_PERCENT = 50;
/** So long after the hand was on a control, reports do not change it: they may be echoes of our own commands. */
const SETTLE_MS = 1500;

/** The values that a hand can set, per cent of each scale. */
export interface WantedVibration {
  readonly amplitudePercent: number;
  readonly pitchPercent: number;
  readonly positionPercent: number;
}

/** The state of the vibration on this page. */
export interface VibrationState extends WantedVibration {
  readonly wave: WaveKind;
  /** The vibration was started and not stopped since, here or elsewhere. */
  readonly running: boolean;
  /** The hold button is down, and nothing has stopped the vibration since. */
  readonly held: boolean;
}

/** The reported values, on the same scales. */
export interface ReportedVibration extends WantedVibration {
  readonly enabled: boolean;
}

/** The device as the control uses it. */
export interface VibrationPorts {
  readonly time: Time;
  /** Beats also while the page is hidden. */
  readonly heartbeat: Time['every'];
  /** A seed for a wave that walks at random. */
  newSeed(): number;
  /** Sends `target()` at the rate of a hand. */
  sendAsHand(): void;
  /** Sends `target()` now, or after the request that is in flight. */
  sendAsWave(): void;
  /** The machine has slept during a wave, and the device may have been stopped unreported: it is read before the next step is sent. */
  onSlept(): void;
  /** Drops values that were not sent yet. */
  cancelSend(): void;
  /** Stops for good: past every queue, tried again until the device confirms it. */
  stop(): void;
  reported(): ReportedVibration;
}

/** The vibration under a hand: drafts, waves and holds become commands. */
export interface VibrationControl {
  readonly state: StoreApi<VibrationState>;
  start(): void;
  /** The hand is on a control. */
  set(wanted: Partial<WantedVibration>): void;
  setWave(wave: WaveKind): void;
  /**
   * Vibrates at the full chosen strength while the button is held, then returns to the state before. A release always stops
   * what does not run besides, also after `stopped`.
   */
  hold(held: boolean): void;
  /** The values to send to the device now; undefined when nothing is to vibrate. */
  target(): WantedVibration | undefined;
  /** The device was stopped, or is disconnected. */
  stopped(): void;
  /** The device is connected again: it may still vibrate from a hold that its loss ended. */
  reconnected(): void;
  /** The reported values stay shown, and no wave changes them any more. */
  adoptReported(): void;
  /** The device reports a state that no command of ours is to change any more. */
  onReported(): void;
  close(): void;
}

/** Creates the control while a page is open. Nothing is sent before the person acts; a running vibration is taken over. */
export function createVibrationControl(ports: VibrationPorts): VibrationControl {
  const { time, heartbeat } = ports;
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
  /** The hand is on the hold button, whatever has stopped the vibration since. */
  let isHandOn = false;
  let lastTouchedMs = -Infinity;
  /** While a wave runs. */
  let watch: SleepWatch | undefined;

  const isActive = () => state.getState().running || state.getState().held;

  function push() {
    lastTouchedMs = time.monotonic();
    if (isActive()) ports.sendAsHand();
  }

  function endWave() {
    watch?.close();
    watch = undefined;
    level = 1;
  }

  /** Starts the wave from its beginning. */
  function runWave() {
    endWave();
    const { wave } = state.getState();
    const levels = waveLevels(wave, ports.newSeed());
    level = levels.next().value;
    if (wave === 'constant') return;
    watch = watchSleep({ time, heartbeat, onSleep: ports.onSlept });
    watch.every(WAVE_STEP_MS, () => {
      const next = levels.next().value;
      if (next === level) return;
      level = next;
      if (!state.getState().held) ports.sendAsWave();
    });
  }

  function stopped() {
    endWave();
    ports.cancelSend();
    if (isActive()) state.setState({ running: false, held: false });
  }

  /** Values that another client chose are shown on this page, and it goes on from them. */
  function takeOver(reported: ReportedVibration) {
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
      if (held === isHandOn) return;
      isHandOn = held;
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
    reconnected() {
      if (isHandOn) ports.stop();
    },
    adoptReported() {
      endWave();
      state.setState({ wave: 'constant' });
      takeOver(ports.reported());
    },
    onReported() {
      const now = ports.reported();
      if (!now.enabled) stopped();
      const { wave, held } = state.getState();
      const settled = time.monotonic() - lastTouchedMs > SETTLE_MS;
      if (now.enabled && settled && !held && wave === 'constant') takeOver(now);
    },
    close() {
      endWave();
      ports.cancelSend();
    },
  };
}
