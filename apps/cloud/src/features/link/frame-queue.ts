import type { EventLoopTurns } from '../../rate-limit/event-loop-turns.ts';

/** The frames of one link on their way to be read, in the order of their arrival. */
export interface FrameQueue {
  add(text: string): void;
}

interface Options {
  readonly turns: EventLoopTurns;
  /** Stops and restarts the arrival of frames. */
  readonly source: { pause(): void; resume(): void };
  /** Reads one frame; never throws. */
  readonly read: (text: string) => void;
}

/** Frames of so many characters are one piece of work: reading them takes half a millisecond at most. */
const PIECE_LENGTH = 4_096;

/**
 * Returns a queue that reads a frame as it arrives, unless the frames since the last turn of the event loop fill a piece: then the
 * link is paused until its next turn. So any number of links full of frames delays a command by one piece.
 */
export function createFrameQueue({ turns, source, read }: Options): FrameQueue {
  const waiting: string[] = [];
  let isPaused = false;
  /** Characters that were read since the last turn. */
  let length = 0;

  async function readWaiting(): Promise<void> {
    isPaused = true;
    source.pause();
    while (waiting.length > 0) {
      await turns.next();
      length = 0;
      readPiece();
    }
    isPaused = false;
    source.resume();
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
      if (length + text.length < PIECE_LENGTH) readPiece();
      else void readWaiting();
    },
  };
}
