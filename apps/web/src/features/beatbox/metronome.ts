import type { Time } from '@tactus/time';
import type { ScheduledBeat } from './beat-player.ts';

/** Plays clicks; each sounds a number of ms after the call. */
export interface ClickPlayer {
  click(inMs: number, isStrong: boolean): void;
  close(): void;
}

/** A metronome that ticks while it is on. */
export interface Metronome {
  setOn(on: boolean): void;
  close(): void;
}

const POLL_EVERY_MS = 50;
/** How far ahead clicks are scheduled, so that a busy page does not delay them. */
const AHEAD_MS = 180;

/** A metronome for a list of due beats; it reads each beat once, a moment ahead. */
export function createMetronome(parts: {
  readonly time: Time;
  /** Undefined where there is no sound. */
  readonly open: () => ClickPlayer | undefined;
  readonly beatsBetween: (fromMs: number, toMs: number) => readonly ScheduledBeat[];
}): Metronome {
  const { time } = parts;
  let clicker: ClickPlayer | undefined;
  let cancel: (() => void) | undefined;
  let scheduledMs = 0;

  function schedule(): void {
    const untilMs = time.monotonic() + AHEAD_MS;
    for (const { atMs, isFirst } of parts.beatsBetween(scheduledMs, untilMs))
      clicker?.click(Math.max(0, atMs - time.monotonic()), isFirst);
    scheduledMs = Math.max(scheduledMs, untilMs);
  }

  function end(): void {
    cancel?.();
    cancel = undefined;
    clicker?.close();
    clicker = undefined;
  }

  return {
    setOn(on) {
      if (!on) end();
      else if (!cancel) {
        clicker = parts.open();
        scheduledMs = time.monotonic();
        cancel = time.every(POLL_EVERY_MS, schedule);
        schedule();
      }
    },
    close: end,
  };
}

/** Beats of a tempo from a moment on, for a metronome that ticks by itself. */
export function beatsAtTempo(startMs: number, beatMs: number, fromMs: number, toMs: number): ScheduledBeat[] {
  const beats: ScheduledBeat[] = [];
  const first = Math.max(0, Math.ceil((fromMs - startMs) / beatMs));
  for (let beat = first; startMs + beat * beatMs < toMs; beat += 1)
    beats.push({ atMs: startMs + beat * beatMs, isFirst: beat % 4 === 0 });
  return beats;
}
