import { inNextTurn, systemTime, type Time } from '@tactus/time';

/**
 * Turns for work on content, such as a piece of an upload, the setup of a script or the next points for a device: one piece in each
 * turn of the event loop, so that a command that has come in meanwhile never waits for more than one.
 */
export interface Turns {
  /** Resolves when the turn of the caller has come. What the caller does until it waits for something else is its piece. */
  next(): Promise<void>;
}

/** The bytes of an upload that are one piece. */
export const PIECE_BYTES = 64 * 1024;

/** The turns of a cloud. In a time that is not the system's nobody waits: a cloud in virtual time behaves the same every time. */
export const turnsOf = (time: Time): Turns =>
  time === systemTime ? createTurns(inNextTurn) : { next: () => Promise.resolve() };

/**
 * Builds turns, of which the first has come; `later` runs a function in the next turn of the event loop.
 * @internal
 */
export function createTurns(later: typeof inNextTurn): Turns {
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
