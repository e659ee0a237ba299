import { HdspState } from '@tactus/protocol';
import type { Time, Undo } from '@tactus/time';
import type { ClientCallName } from '../client/client.ts';
import type { CommandDispatcher } from '../commands/command-dispatcher.ts';
import { startsMotion } from '../commands/motion-calls.ts';
import { isMoving } from '../commands/stop-calls.ts';
import { toDeviceError } from '../errors.ts';
import { hasSlider, isLegacy } from '../state/capability.ts';
import type { DeviceStore } from '../state/device-store.ts';

/** While the position is watched, the slider is read at most this often. */
const POSITION_READ_MS = 2_000;
/** While it moves as planned, and a reading would add little, it is read this often: that saves the budget for a change. */
const POSITION_READ_SURE_MS = 5_000;
/** Up to this uncertainty the position is taken to be known, mm. */
const SURE_MM = 0.5;
/** After so many readings since the last change of the motion, only an uncertainty above `RESIDUAL_MM` is worth another. */
const READS_AFTER_TURN = 3;
const RESIDUAL_MM = 2;
/** How much later than a change of the motion a reading is sent, ms: it must not arrive first. */
const BEHIND_TURN_MS = 60;
/** A reading waits for the moment of the most uncertainty: at most for so long, searched in such steps, ms. */
const HORIZON_MS = 600;
const HORIZON_STEP_MS = 50;
/** A reading this late is worth nothing, ms. */
const WORTHLESS_AFTER_MS = 1_500;
/** At rest it is read this often: a hand may have moved it. */
const POSITION_READ_AT_REST_MS = 10_000;

/** Calls that make what moves move otherwise. */
const TURNS: ReadonlySet<ClientCallName> = new Set<ClientCallName>([
  'hamp.velocity',
  'hamp.stroke',
  'slider.setStroke',
]);

/** Reads the position for as long as it has watchers. */
export interface PositionWatch {
  /** Adds a watcher; returns its own undo. */
  watch(): Undo;
  /** Whether there is a watcher. */
  isWatched(): boolean;
  /** The slider is about to be read without this watch. */
  readElsewhere(): void;
  /** A call is sent. One that changes the motion is followed by the next reading, as soon as possible. */
  commandSent(call: ClientCallName): void;
  /** Removes every watcher. */
  close(): void;
}

/** What the watch is made of. */
interface Parts {
  readonly dispatcher: CommandDispatcher;
  readonly store: DeviceStore;
  readonly time: Time;
  /** How uncertain the position is for a reading sent at a moment (`Predictor.uncertaintyMm`). */
  readonly uncertaintyMm: (sentMs: number) => number;
}

/** Reads `/slider/state` within the budget while the device is connected and watched. */
export function createPositionWatch({ dispatcher, store, time, uncertaintyMm }: Parts): PositionWatch {
  let watchers = 0;
  let lastReadMs = -Infinity;
  /** When the next reading is worth most, once computed. */
  let chosenMs: number | undefined;
  /** How many readings there were since the last change of the motion. */
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

  /** Reads where that is worth it; returns the moment of the next poll. */
  async function readIfDue(): Promise<number> {
    const nowMs = time.monotonic();
    const laterMs = nowMs + POSITION_READ_MS;
    const state = store.get();
    // While the connection is made, all there is to know is read anyway.
    if (!state.connected || state.connecting || !hasSlider(state) || isLegacy(state)) return laterMs;
    // At least a millisecond on: rounding can make the difference too small by less than the clock can show, for ever.
    if (nowMs - lastReadMs < POSITION_READ_MS) return Math.max(lastReadMs + POSITION_READ_MS, nowMs + 1);
    const { min, max } = state.slider;
    const moving = isMoving(state) || state.hdsp.state === HdspState.MOVING;
    // One more after it came to rest says where; a window that was moved may have taken the slider along.
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

  /** When a reading is worth most, a later one being worth less; `undefined`: none is worth a request. */
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
      if (!startsMotion(call) && !TURNS.has(call)) return;
      reads = 0;
      if (watchers === 0 || polling) return;
      wasMoving ||= startsMotion(call);
      chosenMs = Math.max(soonestMs(), time.monotonic() + BEHIND_TURN_MS);
      pollAt(chosenMs);
    },
    close() {
      watchers = 0;
      end();
    },
  };
}
