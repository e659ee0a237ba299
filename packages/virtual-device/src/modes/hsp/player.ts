import {
  correctStreamClock,
  instantOfStreamTime,
  lapLengthMs,
  pointsFromStreamTime,
  type StreamClock,
  streamMsAt,
  wrapIntoLap,
} from '@tactus/motion';
import { HspPlayState, type HspState } from '@tactus/protocol';
import type { Undo } from '@tactus/time';
import type { HspPlayer, HspPlayerOptions, PlayerEvent } from './player-api.ts';
import { addPoints, countPlayed, EMPTY_BUFFER, type PointBuffer, slotOf } from './point-buffer.ts';

const { NOT_INITIALIZED, PLAYING, STOPPED, PAUSED, STARVING } = HspPlayState;

/** The shortest time between two `hsp_looping` events: the firmware sends at most two a second. */
const LOOPING_EVERY_MS = 500;
/** An event due in less than this is due now: rounding must not delay it for ever. */
const DUE_MS = 1e-6;

/** A player without points. */
export function createHspPlayer({ time, follow, notify, offsetMs }: HspPlayerOptions): HspPlayer {
  let phase: HspPlayState = NOT_INITIALIZED;
  let buffer: PointBuffer = EMPTY_BUFFER;
  let streamId = 0;
  let maxPoints = 0;
  let rate = 1;
  let loop = false;
  let pauseOnStarving = false;
  let threshold = 0;
  let thresholdIsOpen = false;
  /** Stream time with the user's offset in it. A rate of 0 is a paused clock. */
  let clock: StreamClock = { atMs: 0, streamMs: 0, rate: 0 };
  let offsetInClockMs = 0;
  let pausedAtMs = 0;
  let loopedAtMs = -Infinity;
  /** When the end or lap of the current timer is due: a real timer wakes later than that. */
  let endDueMs = Infinity;
  let cancelTimer: Undo = () => undefined;

  const now = () => time.monotonic();
  const isLooping = () => loop && lapLengthMs(buffer.points) > 0;
  const lastMs = () => buffer.points.at(-1)?.t;
  /** Before a future start the stream waits at its start. */
  const rawMs = () => (clock.rate === 0 ? clock.streamMs : Math.max(clock.streamMs, streamMsAt(clock, now())));
  const foldedIfLooping = (timeMs: number) => (isLooping() ? wrapIntoLap(buffer.points, timeMs) : timeMs);
  const streamMs = () => foldedIfLooping(rawMs());
  const isRunning = () => phase === PLAYING || (phase === STARVING && clock.rate > 0);

  function state(): HspState {
    const { points, tailIndex } = buffer;
    return {
      play_state: phase,
      pause_on_starving: pauseOnStarving,
      points: points.length,
      max_points: maxPoints,
      current_point: points.length === 0 ? 0 : countPlayed(buffer, streamMs() + DUE_MS) - 1,
      current_time: Math.round(foldedIfLooping(rawMs() - offsetInClockMs)),
      loop,
      playback_rate: rate,
      first_point_time: points[0]?.t ?? 0,
      last_point_time: lastMs() ?? 0,
      stream_id: streamId,
      tail_point_stream_index: tailIndex,
      tail_point_stream_index_threshold: threshold,
    };
  }

  const isDue = (atMs: number) => atMs <= now() + DUE_MS;
  const report = (event: PlayerEvent) => notify(event, state());

  /** Sets the clock from now on, or from the future start. */
  function setClock(atStreamMs: number, clockRate: number): void {
    clock = { atMs: Math.max(now(), clock.atMs), streamMs: atStreamMs, rate: clockRate };
  }

  function move(): void {
    const isToCome = now() < clock.atMs;
    const points = isToCome ? pointsFromStreamTime(buffer.points, clock.streamMs) : buffer.points;
    if (points.length === 0) follow({ kind: 'rest' });
    else follow({ kind: 'track', stream: { points, clock, loop: loop && !isToCome } });
  }

  function thresholdAtMs(): number {
    const slot = thresholdIsOpen ? slotOf(buffer, threshold) : Infinity;
    if (slot < countPlayed(buffer, streamMs())) return clock.atMs;
    const point = buffer.points[slot];
    return point
      ? instantOfStreamTime({ atMs: Math.max(now(), clock.atMs), streamMs: streamMs(), rate: clock.rate }, point.t)
      : Infinity;
  }

  function endAtMs(): number {
    const last = lastMs();
    if (isLooping()) return nextLapAtMs();
    if (phase === STARVING) return Infinity;
    return last === undefined ? clock.atMs : Math.max(clock.atMs, instantOfStreamTime(clock, last));
  }

  /** When the next lap to be reported begins. */
  function nextLapAtMs(): number {
    const firstMs = buffer.points[0]?.t ?? 0;
    const fromMs = Math.max(now(), clock.atMs, loopedAtMs + LOOPING_EVERY_MS);
    const laps = Math.ceil((streamMsAt(clock, fromMs) - firstMs - DUE_MS) / lapLengthMs(buffer.points));
    return instantOfStreamTime(clock, firstMs + Math.max(1, laps) * lapLengthMs(buffer.points));
  }

  /** Sets the timer; after a change of points or clock the end is due at `earliestMs` at the earliest. */
  function schedule(earliestMs = -Infinity): void {
    cancelTimer();
    endDueMs = Infinity;
    if (!isRunning()) return;
    endDueMs = Math.max(earliestMs, endAtMs());
    const beginsAtMs = now() < clock.atMs ? clock.atMs : Infinity;
    const dueMs = Math.min(beginsAtMs, thresholdAtMs(), endDueMs);
    if (dueMs < Infinity) cancelTimer = time.after(Math.max(0, dueMs - now()), () => wake(beginsAtMs <= dueMs));
  }

  function wake(begins: boolean): void {
    if (begins) move();
    if (isDue(thresholdAtMs())) {
      thresholdIsOpen = false;
      report('hsp_threshold_reached');
    }
    endIfDue();
    schedule();
  }

  /** Reports the end, or the end of a lap, at the time for which the timer was set: calculated anew, a lap would be the next one. */
  const endIfDue = () => isRunning() && isDue(endDueMs) && end();

  function end(): void {
    if (isLooping()) {
      loopedAtMs = endDueMs;
      endDueMs = Infinity;
      report('hsp_looping');
      return;
    }
    phase = STARVING;
    if (pauseOnStarving) {
      // At its last point; a stream that was started beyond its end at its start time.
      setClock(streamMsAt(clock, endDueMs), 0);
      report('hsp_paused_on_starving');
    } else report('hsp_starving');
  }

  /** Continues from now after any change. */
  function goOn(): void {
    const isPlayable = isLooping() || (lastMs() ?? -Infinity) > rawMs();
    if (phase === STARVING && isPlayable) {
      const stood = clock.rate === 0;
      phase = PLAYING;
      if (stood) {
        setClock(streamMs(), rate);
        report('hsp_resumed_on_not_starving');
      }
    }
    if (!isRunning()) return;
    // Points that came too late move nothing.
    if (phase === PLAYING || buffer.points.length === 0) move();
    schedule(now());
  }

  /** Changes the points or the offset of a lap without a jump in the current one. */
  function changeWithinLap(change: () => void): void {
    endIfDue();
    if (isLooping() && now() >= clock.atMs) setClock(streamMs(), clock.rate);
    change();
    goOn();
  }

  function halt(next: HspPlayState): void {
    clock = { atMs: now(), streamMs: streamMs(), rate: 0 };
    phase = next;
    cancelTimer();
    follow({ kind: 'rest' });
  }

  function openThreshold(streamIndex: number): void {
    threshold = streamIndex;
    thresholdIsOpen = streamIndex > 0;
  }

  return {
    state,
    setup(id, capacity) {
      streamId = id;
      maxPoints = capacity;
      buffer = EMPTY_BUFFER;
      [rate, loop, pauseOnStarving, offsetInClockMs] = [1, false, false, 0];
      openThreshold(0);
      clock = { ...clock, streamMs: 0, rate: 0 };
      halt(STOPPED);
    },
    add(add, tailThreshold) {
      changeWithinLap(() => {
        buffer = addPoints(buffer, add, maxPoints);
        if (tailThreshold !== undefined) openThreshold(tailThreshold);
      });
    },
    flush: () =>
      changeWithinLap(() => {
        buffer = { ...buffer, points: [] };
      }),
    play(start) {
      ({ rate, loop, pauseOnStarving } = start);
      offsetInClockMs = offsetMs() * rate;
      clock = { atMs: start.atMs, streamMs: foldedIfLooping(start.startMs + offsetInClockMs), rate };
      phase = PLAYING;
      loopedAtMs = -Infinity;
      move();
      schedule();
    },
    stop: () => halt(STOPPED),
    pause() {
      if (phase !== PLAYING && phase !== STARVING) return;
      pausedAtMs = Math.max(now(), clock.atMs);
      halt(PAUSED);
    },
    resume(pickUp) {
      if (phase !== PAUSED) return;
      const missedMs = pickUp ? now() - pausedAtMs : 0;
      clock = { atMs: now() - Math.min(0, missedMs), streamMs: clock.streamMs + Math.max(0, missedMs) * rate, rate };
      phase = PLAYING;
      move();
      schedule();
    },
    synchronise: (shouldBeMs, filter) =>
      changeWithinLap(() => {
        const looped = loop ? buffer.points : [];
        clock = correctStreamClock(clock, now(), shouldBeMs + offsetInClockMs, filter, looped);
      }),
    setThreshold(streamIndex) {
      openThreshold(streamIndex);
      schedule();
    },
    setLoop: (wanted) =>
      changeWithinLap(() => {
        loop = wanted;
      }),
    setRate: (wanted) =>
      changeWithinLap(() => {
        const isOn = clock.rate > 0;
        const offset = (offsetInClockMs / rate) * wanted;
        setClock(rawMs() + offset - offsetInClockMs, isOn ? wanted : 0);
        [rate, offsetInClockMs] = [wanted, offset];
      }),
    setPauseOnStarving(pause) {
      pauseOnStarving = pause;
      if (phase === STARVING) setClock(rawMs(), pause ? 0 : rate);
      schedule();
    },
    offsetChanged: () =>
      changeWithinLap(() => {
        const offset = offsetMs() * rate;
        clock = { ...clock, streamMs: clock.streamMs + offset - offsetInClockMs };
        offsetInClockMs = offset;
      }),
    close: () => cancelTimer(),
  };
}
