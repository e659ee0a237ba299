import { runInNextTurn, systemTime, type Time } from '@tactus/time';

/**
 * Turns for work on content, such as a piece of an upload, the setup of a script or the next points for a device: one piece in each
 * turn of the event loop, so that a command never waits for more than one piece.
 */
export interface EventLoopTurns {
  /** Resolves at the caller's turn. The caller's work until its next `await` is one piece. */
  next(): Promise<void>;
}

/** The bytes of an upload that are one piece. */
export const UPLOAD_PIECE_BYTES = 64 * 1024;

/** The turns of a cloud. With a fake time nothing waits: a cloud in virtual time behaves the same every time. */
export const eventLoopTurnsOf = (time: Time): EventLoopTurns =>
  time === systemTime ? createEventLoopTurns(runInNextTurn) : { next: () => Promise.resolve() };

/**
 * Builds turns, of which the first is due at once; `later` runs a function in the next turn of the event loop.
 * @internal
 */
export function createEventLoopTurns(later: typeof runInNextTurn): EventLoopTurns {
  const waiting: (() => void)[] = [];
  let isTaken = false;

  function take(): void {
    isTaken = true;
    later(startNext);
  }

  function startNext(): void {
    isTaken = false;
    const begin = waiting.shift();
    if (!begin) return;
    take();
    begin();
  }

  return {
    next() {
      if (isTaken) return new Promise((resolve) => waiting.push(resolve));
      take();
      return Promise.resolve();
    },
  };
}
