import type { Time, Undo } from '@tactus/time';
import { type DeviceError, toDeviceError } from '../errors.ts';

/** The kinds of commands to a playback. */
export type PlaybackCommandKind = 'play' | 'stop' | 'sync';

/** The end of a command: whether the device plays after it, or the error if that is unknown. */
export type PlaybackCommandOutcome = { readonly plays: boolean } | { readonly error: DeviceError };

/**
 * Commands to one playback, numbered. None waits for another: a stop must not. But requests may overtake each other, so
 * if several were pending at once the lane requests a confirmation of the newest command when all of them are answered.
 * Answers to older commands are ignored.
 */
export interface PlaybackCommandLane {
  send(kind: PlaybackCommandKind, run: () => Promise<boolean>): void;
  /** Whether any command, or one of a kind, is pending. */
  isBusy(kind?: PlaybackCommandKind): boolean;
  /** Whether the device may play by a command: it has neither answered a stop since, nor is it known to rest. */
  mayPlay(): boolean;
  /** Another client or the device itself stopped it. */
  rests(): void;
  /** Ignores all pending commands, and sends none any more. */
  close(): void;
}

/**
 * A command without an answer after this time does not delay the confirmation of the others, ms. Its answer still
 * counts: a stream moves the slider to its start first, which may take longer.
 */
const ANSWER_WITHIN_MS = 10_000;

/** Returns a lane of numbered commands, none under way; `onEnd` is called when one has ended. */
export function createPlaybackCommandLane(parts: {
  readonly time: Time;
  /** Called with the end of the newest command. */
  readonly onEnd: (kind: PlaybackCommandKind, end: PlaybackCommandOutcome) => void;
  /** Commands may have overtaken each other, and the last of them is answered. */
  readonly onMixed: () => void;
}): PlaybackCommandLane {
  const underway = new Map<number, { readonly kind: PlaybackCommandKind; readonly cancelTimer: Undo }>();
  let newest = 0;
  let mixed = false;
  let mayPlay = false;
  let isClosed = false;

  const isBusy = (kind?: PlaybackCommandKind) =>
    kind ? [...underway.values()].some((one) => one.kind === kind) : underway.size > 0;

  function settle(number: number): void {
    underway.get(number)?.cancelTimer();
    underway.delete(number);
  }

  function ended(number: number, kind: PlaybackCommandKind, end: PlaybackCommandOutcome): void {
    settle(number);
    if (isClosed) return;
    if (number === newest) {
      // A pending play may reach the device after the stop.
      if (kind === 'stop' && 'plays' in end && !end.plays && !isBusy('play')) mayPlay = false;
      parts.onEnd(kind, end);
    }
    if (!mixed || underway.size > 0) return;
    mixed = false;
    parts.onMixed();
  }

  return {
    send(kind, run) {
      if (isClosed) return;
      newest += 1;
      const number = newest;
      if (kind === 'play') mayPlay = true;
      if (underway.size > 0) mixed = true;
      underway.set(number, { kind, cancelTimer: parts.time.after(ANSWER_WITHIN_MS, () => underway.delete(number)) });
      run().then(
        (plays) => ended(number, kind, { plays }),
        (thrown: unknown) => ended(number, kind, { error: toDeviceError(thrown) }),
      );
    },
    isBusy,
    mayPlay: () => mayPlay,
    rests() {
      mayPlay = false;
    },
    close() {
      isClosed = true;
      mayPlay = false;
      for (const number of [...underway.keys()]) settle(number);
    },
  };
}
