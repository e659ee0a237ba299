import type { Time } from '@tactus/time';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogLevel } from '../config/setting-readers.ts';
import { HIDDEN_TEXT, hideKeysInAddresses, SECRET_FIELDS } from './redaction.ts';

/** The structured log: one JSON record a line. */
export type Log = Logger;

interface Options {
  readonly level: LogLevel;
  readonly time: Time;
  /** Destination of lines; they go nowhere when it is left out. */
  readonly destination?: DestinationStream;
}

/**
 * Makes the log. Keys stay out of it in three ways: no value that may hold one is passed to it, fields of such names are
 * hidden, and so are keys in any address that a line quotes.
 */
export function createLog({ level, time, destination }: Options): Log {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":${time.now()}`,
    redact: { paths: [...SECRET_FIELDS], censor: HIDDEN_TEXT },
    hooks: { streamWrite: hideKeysInAddresses },
  };
  return pino(options, destination ?? { write: () => undefined });
}
