import { systemRandom } from '@tactus/time';
import type { Fetch } from './client.ts';

/** The numbers of the commands that one program sends to one device: each is higher than the one before. */
export interface CommandNumbers {
  /** The value of the header `X-Tactus-Sequence` for the next command: the program's random id, and the number. */
  next(): string;
}

const CLIENT_ID_LENGTH = 16;
const CLIENT_ID_LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/**
 * Begins a sequence under a random id of its own. The id comes from the platform even if the rest of a program uses a
 * seed: two programs, or two runs of one, with the same id would block each other's commands.
 */
export function createCommandNumbers(): CommandNumbers {
  const random = systemRandom();
  const client = Array.from({ length: CLIENT_ID_LENGTH }, () => random.pick([...CLIENT_ID_LETTERS])).join('');
  let newest = 0;
  return {
    next() {
      newest += 1;
      return `${client}/${newest}`;
    },
  };
}

/** The header with the number of a command. */
export const COMMAND_NUMBER_HEADER = 'X-Tactus-Sequence';

/** How one numbered command is sent. */
interface NumberedRequest {
  /** Undefined where the cloud does not know numbers. */
  readonly number: string | undefined;
  /** Called when the request is sent. */
  readonly onSent: () => void;
  /** Whether a request without an answer may be sent once more under its number. */
  readonly mayRepeat: () => boolean;
}

/**
 * A `fetch` for one numbered command. A request without an answer may have arrived or not: it is sent once more, and the
 * cloud executes a number once.
 */
export function createNumberedCommandFetch(fetch: Fetch, { number, onSent, mayRepeat }: NumberedRequest): Fetch {
  return async (url, init) => {
    onSent();
    if (number === undefined) return fetch(url, init);
    const request = { ...init, headers: { ...init.headers, [COMMAND_NUMBER_HEADER]: number } };
    try {
      return await fetch(url, request);
    } catch (error) {
      if (init.signal?.aborted || !mayRepeat()) throw error;
      return fetch(url, request);
    }
  };
}
