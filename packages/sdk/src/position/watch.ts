import { HdspState } from '@tactus/protocol';
import type { Time, Undo } from '@tactus/time';
import type { Asker } from '../commands/asker.ts';
import { toDeviceError } from '../errors.ts';
import type { DeviceStore } from '../state/device-store.ts';
import { isMoving } from '../stop/stop-calls.ts';
import { hasSlider, isLegacy } from '../system/capability.ts';

/** While somebody watches, the slider is asked at most this often (decisions.md 35). */
const POSITION_READ_MS = 2_000;
/** At rest it is asked this often: a hand may have moved it. */
const POSITION_READ_AT_REST_MS = 10_000;

/** Watches the position for as long as anybody looks at it. */
export interface PositionWatch {
  /** Somebody looks; gives the undo. */
  watch(): Undo;
  /** The slider was told to move otherwise: the next look is as soon as may be. */
  motionChanged(): void;
  /** Nobody looks any more. */
  close(): void;
}

/** Reads `/slider/state` out of the budget while the device is there and somebody looks. */
export function createPositionWatch(parts: { asker: Asker; store: DeviceStore; time: Time }): PositionWatch {
  const { asker, store, time } = parts;
  let watchers = 0;
  let lastReadMs = -Infinity;
  let wasMoving = false;
  let lastStroke = { min: 0, max: 1 };
  let stopTimer: Undo | undefined;
  let looking = false;

  async function look(): Promise<void> {
    const startedMs = time.monotonic();
    looking = true;
    await readIfDue();
    looking = false;
    if (watchers > 0) lookIn(POSITION_READ_MS - (time.monotonic() - startedMs));
  }

  function lookIn(delayMs: number): void {
    stopTimer?.();
    stopTimer = time.after(Math.max(0, delayMs), () => void look());
  }

  async function readIfDue(): Promise<void> {
    const state = store.get();
    if (!state.connected || !hasSlider(state) || isLegacy(state)) return;
    const { min, max } = state.slider;
    const moving = isMoving(state) || state.hdsp.state === HdspState.MOVING;
    // One more after it came to rest says where; a window that was moved may have taken the slider along.
    const unsettled = moving || wasMoving || min !== lastStroke.min || max !== lastStroke.max;
    if (!unsettled && time.monotonic() - lastReadMs < POSITION_READ_AT_REST_MS) return;
    lastReadMs = time.monotonic();
    lastStroke = { min, max };
    // A failed look is in the trace; the next one comes in two seconds.
    const reading = await asker.ask('slider.state', {}, { lane: 'background' }).catch(toDeviceError);
    wasMoving = moving || ('speed_absolute' in reading && reading.speed_absolute !== 0);
  }

  function end(): void {
    stopTimer?.();
    stopTimer = undefined;
  }

  return {
    watch() {
      watchers += 1;
      if (watchers === 1 && !looking) lookIn(POSITION_READ_MS - (time.monotonic() - lastReadMs));
      let watching = true;
      return () => {
        if (!watching) return;
        watching = false;
        watchers -= 1;
        if (watchers === 0) end();
      };
    },
    motionChanged() {
      if (watchers === 0 || looking) return;
      wasMoving = true;
      lookIn(POSITION_READ_MS - (time.monotonic() - lastReadMs));
    },
    close() {
      watchers = 0;
      end();
    },
  };
}
