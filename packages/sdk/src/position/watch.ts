import { HdspState } from '@tactus/protocol';
import type { Time, Undo } from '@tactus/time';
import type { ClientCallName } from '../client/client.ts';
import type { CommandDispatcher } from '../commands/command-dispatcher.ts';
import { startsMotion } from '../commands/motion-calls.ts';
import { isMoving } from '../commands/stop-calls.ts';
import { toDeviceError } from '../errors.ts';
import { hasSlider, isLegacy } from '../state/capability.ts';
import type { DeviceStore } from '../state/device-store.ts';

/** While somebody watches, the slider is asked at most this often (decisions.md 35). */
const POSITION_READ_MS = 2_000;
/** Moving as it was told to, of which no reading could tell more, it is asked this often: what is kept is there for a change. */
const POSITION_READ_SURE_MS = 5_000;
/** How far apart a reading may find it, mm, where that is taken to be known. */
const SURE_MM = 0.5;
/** After so many looks since it was told to move otherwise the next tells little, unless it is this far off, mm. */
const LOOKS_OF_A_TURN = 3;
const SURPRISING_MM = 2;
/** How much later than what tells it to move otherwise a look is sent, ms: it is not to get there first. */
const BEHIND_TURN_MS = 60;
/** A look waits for where the slider tells most, at most for so long, ms, and looks ahead in such steps. */
const LOOK_AHEAD_MS = 600;
const LOOK_STEP_MS = 50;
/** What is told so late is worth nothing, ms. */
const LOOK_WORTH_MS = 1_500;
/** At rest it is asked this often: a hand may have moved it. */
const POSITION_READ_AT_REST_MS = 10_000;

/** Calls that make what moves move otherwise. */
const TURNS: ReadonlySet<ClientCallName> = new Set<ClientCallName>([
  'hamp.velocity',
  'hamp.stroke',
  'slider.setStroke',
]);

/** Watches the position for as long as anybody looks at it. */
export interface PositionWatch {
  /** Somebody looks; gives the undo. */
  watch(): Undo;
  /** Whether anybody looks. */
  isWatched(): boolean;
  /** The slider is about to be read without this watch. */
  readElsewhere(): void;
  /** A call is sent, which may tell the device to move otherwise: the next look is behind it, as soon as may be. */
  asked(call: ClientCallName): void;
  /** Nobody looks any more. */
  close(): void;
}

/** What a look depends on. */
interface Parts {
  readonly dispatcher: CommandDispatcher;
  readonly store: DeviceStore;
  readonly time: Time;
  /** How much a reading that is asked for at a moment would tell (`Predictor.doubtMm`). */
  readonly doubtMm: (askedMs: number) => number;
}

/** Reads `/slider/state` out of the budget while the device is there and somebody looks. */
export function createPositionWatch({ dispatcher, store, time, doubtMm }: Parts): PositionWatch {
  let watchers = 0;
  let lastReadMs = -Infinity;
  /** When the slider will tell most, once that was looked for. */
  let chosenMs: number | undefined;
  /** How many looks there were since it was told to move otherwise. */
  let looks = 0;
  let wasMoving = false;
  let lastStroke = { min: 0, max: 1 };
  let stopTimer: Undo | undefined;
  let looking = false;

  const soonestMs = () => Math.max(time.monotonic(), lastReadMs + POSITION_READ_MS);

  async function look(): Promise<void> {
    looking = true;
    const nextMs = await readIfDue();
    looking = false;
    if (watchers > 0) lookAt(nextMs);
  }

  function lookAt(atMs: number): void {
    stopTimer?.();
    stopTimer = time.after(Math.max(0, atMs - time.monotonic()), () => void look());
  }

  /** Reads where that is worth it; gives the moment of the next look. */
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
    if (bestMs === undefined && nowMs - lastReadMs < POSITION_READ_SURE_MS) return nowMs + LOOK_AHEAD_MS;
    if (bestMs !== undefined && bestMs > nowMs) {
      chosenMs = bestMs;
      return bestMs;
    }
    chosenMs = undefined;
    lastReadMs = nowMs;
    looks += 1;
    lastStroke = { min, max };
    // A failed look is in the trace; the next one comes in two seconds.
    const reading = await dispatcher.send('slider.state', {}, { lane: 'background' }).catch(toDeviceError);
    wasMoving = moving || ('speed_absolute' in reading && reading.speed_absolute !== 0);
    return soonestMs();
  }

  /** When a reading would tell most, what it tells late being worth less; `undefined`: none would tell anything. */
  function bestMomentMs(nowMs: number): number | undefined {
    const sureMm = looks < LOOKS_OF_A_TURN ? SURE_MM : SURPRISING_MM;
    let best: { readonly atMs: number; readonly worth: number } | undefined;
    for (let waitMs = 0; waitMs <= LOOK_AHEAD_MS; waitMs += LOOK_STEP_MS) {
      const tellsMm = doubtMm(nowMs + waitMs);
      const worth = tellsMm * (1 - waitMs / LOOK_WORTH_MS);
      if (tellsMm > sureMm && worth > (best?.worth ?? 0)) best = { atMs: nowMs + waitMs, worth };
    }
    return best?.atMs;
  }

  function end(): void {
    stopTimer?.();
    stopTimer = undefined;
  }

  return {
    watch() {
      watchers += 1;
      if (watchers === 1 && !looking) lookAt(soonestMs());
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
    asked(call) {
      if (call === 'slider.state') lastReadMs = time.monotonic();
      if (!startsMotion(call) && !TURNS.has(call)) return;
      looks = 0;
      if (watchers === 0 || looking) return;
      wasMoving ||= startsMotion(call);
      chosenMs = Math.max(soonestMs(), time.monotonic() + BEHIND_TURN_MS);
      lookAt(chosenMs);
    },
    close() {
      watchers = 0;
      end();
    },
  };
}
