import type { Time } from '@tactus/time';
import type { EventLoopTurns } from '../../rate-limit/event-loop-turns.ts';

/** The frames of one link on their way to be read, in the order of their arrival. */
export interface FrameQueue {
  add(text: string): void;
  /** Runs a function once every frame so far has been read: at once where none waits. */
  whenRead(run: () => void): void;
}

interface Options {
  readonly turns: EventLoopTurns;
  readonly time: Time;
  /** Stops and restarts the arrival of frames. */
  readonly source: { pause(): void; resume(): void };
  /** Reads one frame; never throws. */
  readonly read: (text: string) => void;
}

/** Frames of so many characters are one piece of work: reading them takes half a millisecond at most, a larger frame up to seven. */
const PIECE_LENGTH = 4_096;

/** The frames of a link that fill no piece in this time are read as they arrive; those of a device at work are about a tenth. */
const PIECE_MS = 250;

/**
 * Returns a queue that reads a frame as it arrives, unless the frames of its link fill a piece in a short time: then the link is
 * paused until its next turn of the event loop. So any number of links full of frames delays a command by one piece, or by one
 * larger frame, and the frames of a link that sends less wait behind none of them.
 */
export function createFrameQueue({ turns, time, source, read }: Options): FrameQueue {
  const waiting: string[] = [];
  let isPaused = false;
  let whenRead: (() => void) | undefined;
  /** Characters that were read lately: each stretch of `PIECE_MS` takes a piece off. */
  let length = 0;
  let countedAtMs = time.monotonic();

  function forgetEarlier(): void {
    const nowMs = time.monotonic();
    length = Math.max(0, length - ((nowMs - countedAtMs) / PIECE_MS) * PIECE_LENGTH);
    countedAtMs = nowMs;
  }

  async function readWaiting(): Promise<void> {
    isPaused = true;
    source.pause();
    while (waiting.length > 0) {
      await turns.next();
      length = 0;
      readPiece();
    }
    length = Math.min(length, PIECE_LENGTH);
    isPaused = false;
    source.resume();
    whenRead?.();
  }

  /** Reads what waits, up to the frame that fills the piece. */
  function readPiece(): void {
    while (length < PIECE_LENGTH) {
      const next = waiting.shift();
      if (next === undefined) return;
      length += next.length;
      read(next);
    }
  }

  return {
    add(text) {
      waiting.push(text);
      if (isPaused) return;
      forgetEarlier();
      if (length + text.length < PIECE_LENGTH) readPiece();
      else void readWaiting();
    },
    whenRead(run) {
      if (isPaused) whenRead = run;
      else run();
    },
  };
}
