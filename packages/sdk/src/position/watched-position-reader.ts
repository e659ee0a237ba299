import { HdspState } from '@tactus/protocol';
import type { Time, Undo } from '@tactus/time';
import type { ClientCallName } from '../client/client.ts';
import type { CommandDispatcher } from '../commands/command-dispatcher.ts';
import { canStartMotion } from '../commands/motion-calls.ts';
import { isModeMoving } from '../commands/stop-calls.ts';
import { toDeviceError } from '../errors.ts';
import { hasLegacyFirmware, hasSlider } from '../state/capability.ts';
import type { DeviceStore } from '../state/device-store.ts';

/** While the position is watched, the slider is read at most this often. */
const POSITION_READ_MS = 2_000;
/** While it moves as planned, and a reading would add little, it is read this often: that saves requests for a change. */
const POSITION_READ_SURE_MS = 5_000;
/** Up to this uncertainty the position counts as known, mm. */
const SURE_MM = 0.5;
/** After this many readings since a change of the motion, only an uncertainty above `RESIDUAL_MM` justifies another. */
const READS_AFTER_TURN = 3;
const RESIDUAL_MM = 2;
/** How much later than a change of the motion a reading is sent, ms: it must not arrive first. */
const BEHIND_TURN_MS = 60;
/** A reading waits for the time of the largest uncertainty: at most this long, searched in these steps, ms. */
const HORIZON_MS = 600;
const HORIZON_STEP_MS = 50;
/** A reading this late is useless, ms. */
const WORTHLESS_AFTER_MS = 1_500;
/** At rest it is read this often: a person may have moved it by hand. */
const POSITION_READ_AT_REST_MS = 10_000;

/** Calls that change a running motion. */
const TURNS: ReadonlySet<ClientCallName> = new Set<ClientCallName>([
  'hamp.velocity',
  'hamp.stroke',
  'slider.setStroke',
]);

/** Reads the position for as long as it has watchers. */
export interface WatchedPositionReader {
  /** Adds a watcher; returns its own undo. */
  watch(): Undo;
  /** Whether there is a watcher. */
  isWatched(): boolean;
  /** Call it when other code is about to read the slider. */
  readElsewhere(): void;
  /** A call is sent. One that changes the motion is followed by a reading as soon as possible. */
  commandSent(call: ClientCallName): void;
  /** Removes every watcher. */
  close(): void;
}

interface Parts {
  readonly dispatcher: CommandDispatcher;
  readonly store: DeviceStore;
  readonly time: Time;
  /** The uncertainty of the position for a reading sent at a time (`Predictor.uncertaintyMm`). */
  readonly uncertaintyMm: (sentMs: number) => number;
}

/** Reads `/slider/state` within the budget while the device is connected and watched. */
export function createWatchedPositionReader({ dispatcher, store, time, uncertaintyMm }: Parts): WatchedPositionReader {
  let watchers = 0;
  let lastReadMs = -Infinity;
  /** The time of the next reading, once computed. */
  let chosenMs: number | undefined;
  /** The number of readings since the last change of the motion. */
  let reads = 0;
  let wasMoving = false;
  let lastStroke = { min: 0, max: 1 };
  let cancelTimer: Undo | undefined;
  let polling = false;

  const soonestMs = () => Math.max(time.monotonic(), lastReadMs + POSITION_READ_MS);

  async function poll(): Promise<void> {
    polling = true;
    const nextMs = await readIfDue();
    polling = false;
    if (watchers > 0) pollAt(nextMs);
  }

  function pollAt(atMs: number): void {
    cancelTimer?.();
    cancelTimer = time.after(Math.max(0, atMs - time.monotonic()), () => void poll());
  }

  /** Reads if that is useful; returns the time of the next poll. */
  async function readIfDue(): Promise<number> {
    const nowMs = time.monotonic();
    const laterMs = nowMs + POSITION_READ_MS;
    const state = store.get();
    // While the connection is being made, everything is read anyway.
    if (!state.connected || state.connecting || !hasSlider(state) || hasLegacyFirmware(state)) return laterMs;
    // At least a millisecond later: by rounding, the difference could stay too small for ever.
    if (nowMs - lastReadMs < POSITION_READ_MS) return Math.max(lastReadMs + POSITION_READ_MS, nowMs + 1);
    const { min, max } = state.slider;
    const moving = isModeMoving(state) || state.hdsp.state === HdspState.MOVING;
    // One more reading after it came to rest shows where; a changed window may have moved the slider.
    const unsettled = moving || wasMoving || min !== lastStroke.min || max !== lastStroke.max;
    if (!unsettled && nowMs - lastReadMs < POSITION_READ_AT_REST_MS) return laterMs;
    const bestMs = chosenMs ?? (moving ? bestMomentMs(nowMs) : nowMs);
    if (bestMs === undefined && nowMs - lastReadMs < POSITION_READ_SURE_MS) return nowMs + HORIZON_MS;
    if (bestMs !== undefined && bestMs > nowMs) {
      chosenMs = bestMs;
      return bestMs;
    }
    chosenMs = undefined;
    lastReadMs = nowMs;
    reads += 1;
    lastStroke = { min, max };
    // A failed reading is in the trace; the next one comes in two seconds.
    const reading = await dispatcher.send('slider.state', {}, { lane: 'background' }).catch(toDeviceError);
    wasMoving = moving || ('speed_absolute' in reading && reading.speed_absolute !== 0);
    return soonestMs();
  }

  /** When a reading is most useful; `undefined`: none justifies a request. */
  function bestMomentMs(nowMs: number): number | undefined {
    const sureMm = reads < READS_AFTER_TURN ? SURE_MM : RESIDUAL_MM;
    let best: { readonly atMs: number; readonly worth: number } | undefined;
    for (let waitMs = 0; waitMs <= HORIZON_MS; waitMs += HORIZON_STEP_MS) {
      const gainMm = uncertaintyMm(nowMs + waitMs);
      const worth = gainMm * (1 - waitMs / WORTHLESS_AFTER_MS);
      if (gainMm > sureMm && worth > (best?.worth ?? 0)) best = { atMs: nowMs + waitMs, worth };
    }
    return best?.atMs;
  }

  function end(): void {
    cancelTimer?.();
    cancelTimer = undefined;
  }

  return {
    watch() {
      watchers += 1;
      if (watchers === 1 && !polling) pollAt(soonestMs());
      let watching = true;
      return () => {
        if (!watching) return;
        watching = false;
        watchers -= 1;
        if (watchers === 0) end();
      };
    },
    isWatched: () => watchers > 0,
    readElsewhere() {
      lastReadMs = time.monotonic();
    },
    commandSent(call) {
      if (call === 'slider.state') lastReadMs = time.monotonic();
      if (!canStartMotion(call) && !TURNS.has(call)) return;
      reads = 0;
      if (watchers === 0 || polling) return;
      wasMoving ||= canStartMotion(call);
      chosenMs = Math.max(soonestMs(), time.monotonic() + BEHIND_TURN_MS);
      pollAt(chosenMs);
    },
    close() {
      watchers = 0;
      end();
    },
  };
}
