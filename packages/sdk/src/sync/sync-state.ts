import { createStore } from 'zustand/vanilla';
import type { DeviceError } from '../errors.ts';
import { viewOfStore } from '../state/store-view.ts';

/**
 * The phase of the synchronisation. `idle`: the medium stands still. `starting`: it should move and does not yet.
 * `following`: the device follows it. `held`: it waits for data or seeks, and the device with it. `device-out`: the
 * device was stopped and the medium goes on. `device-away`: the device cannot be reached. `script-over`: the script has
 * ended, the medium has not.
 */
export type SyncPhase = 'idle' | 'starting' | 'following' | 'held' | 'device-out' | 'device-away' | 'script-over';

/** The quality: within 20 ms of the frame, within 60 ms, or worse. */
export type SyncQuality = 'unknown' | 'good' | 'fair' | 'poor';

/** Why the device's clock was changed. */
export type SyncCorrectionCause = 'start' | 'rate' | 'jump' | 'drift' | 'schedule' | 'confirmation';

/** A change of the device's clock: at `atMs` of the monotonic clock, by `byMs` of the script where that is known. */
export interface SyncCorrection {
  readonly atMs: number;
  readonly cause: SyncCorrectionCause;
  readonly byMs: number | undefined;
}

/** Why the synchronisation paused the medium. */
export type SyncPauseCause = 'device-stopped' | 'device-paused' | 'stop-pressed' | 'new-session' | 'device-back';

/** The public state of the synchronisation. */
export interface VideoSyncState {
  readonly mode: 'frame-locked' | 'compatible';
  readonly phase: SyncPhase;
  /** How the medium is observed; `undefined` before it moved. */
  readonly source: 'frames' | 'polling' | undefined;
  /** The estimated deviation of the script from the frame, ms without sign, without the clocks' own error. */
  readonly errorMs: number | undefined;
  readonly quality: SyncQuality;
  /** The last changes of the device's clock, oldest first, at most ten. */
  readonly corrections: readonly SyncCorrection[];
  /** The last pause that was not the user's own; reset when the medium plays again. */
  readonly pausedBy: SyncPauseCause | undefined;
  /** Why the last command, or the medium's start, failed; reset by the next success. */
  readonly problem: DeviceError | undefined;
}

/** Read and subscribe; fits zustand's `useStore`. */
export interface VideoSyncStore {
  getState(): VideoSyncState;
  getInitialState(): VideoSyncState;
  subscribe(listener: (next: VideoSyncState, previous: VideoSyncState) => void): () => void;
}

/** The state for this folder, which writes it. */
export interface SyncStateWriter {
  readonly view: VideoSyncStore;
  get(): VideoSyncState;
  patch(patch: Partial<VideoSyncState>): void;
  /** Records the deviation; listeners get few changes a second. */
  measured(errorMs: number): void;
  corrected(correction: SyncCorrection): void;
}

const GOOD_MS = 20;
const FAIR_MS = 60;
const CORRECTIONS_MAX = 10;
/** A smaller change of the error is not reported. */
const WORTH_SHOWING_MS = 0.5;

/** Returns a writer of the public state; it begins idle, in the given mode. */
export function createSyncStateWriter(mode: VideoSyncState['mode']): SyncStateWriter {
  const store = createStore<VideoSyncState>(() => ({
    mode,
    phase: 'idle',
    source: undefined,
    errorMs: undefined,
    quality: 'unknown',
    corrections: [],
    pausedBy: undefined,
    problem: undefined,
  }));
  const get = store.getState;
  return {
    view: viewOfStore(store),
    get,
    patch(patch) {
      const state = get();
      // The keys are those of the patch itself, which the type of `Object.keys` does not show.
      const isNews = (Object.keys(patch) as (keyof VideoSyncState)[]).some((key) => patch[key] !== state[key]);
      if (isNews) store.setState(patch);
    },
    measured(errorMs) {
      const { errorMs: shownMs } = get();
      if (shownMs !== undefined && Math.abs(shownMs - errorMs) < WORTH_SHOWING_MS) return;
      store.setState({ errorMs, quality: qualityOf(errorMs) });
    },
    corrected(correction) {
      store.setState({ corrections: [...get().corrections, correction].slice(-CORRECTIONS_MAX) });
    },
  };
}

const qualityOf = (errorMs: number): SyncQuality =>
  errorMs <= GOOD_MS ? 'good' : errorMs <= FAIR_MS ? 'fair' : 'poor';
