import type { Time } from '@tactus/time';
import { createNetworkCounter } from '../rate-limit/network-counter.ts';
import { lengthOfBytes } from './job-bytes.ts';
import { type ParseJob, type ParseKind, type ParseResult, runParseJob } from './parse-job.ts';
import type { ParsePool } from './parse-pool.ts';
import { ParseRefusal } from './parse-refusal.ts';

/** Parses untrusted input: small input at once, other input in threads, within hourly limits for each network. */
export interface Parser {
  /** Rejects with a `ParseRefusal`, and with an Error for a fault of ours. The bytes may be gone afterwards. */
  parse<K extends ParseKind>(job: ParseJob<K>, address: string): Promise<ParseResult<K>>;
  /** Throws a `ParseRefusal` where an address has used up its hour, before its bytes are received. */
  requireAllowed(address: string): void;
  close(): void;
}

/** Size of input that is parsed at once, in bytes: it takes a few ms. */
export const PARSED_AT_ONCE_BYTES = 64 * 1024;

const HOUR_MS = 3_600_000;
const MIB = 1024 * 1024;

interface Options {
  readonly time: Time;
  /** Hourly limits of one address: bytes to parse, and time for parsing in ms; 0 is no limit. */
  readonly limits: { readonly bytes: number; readonly ms: number };
  readonly createPool: (onWorked: (address: string, ms: number) => void) => ParsePool;
}

/** Returns a parser with its pool; an address that reaches a limit is refused with `ParseRefusal`. */
export function createParser({ time, limits, createPool }: Options): Parser {
  const counterOf = (limit: number) =>
    limit === 0 ? undefined : createNetworkCounter({ limit, windowMs: HOUR_MS, startsAnewAtBound: false, time });
  const bytes = counterOf(limits.bytes);
  const ms = counterOf(limits.ms);
  const pool = createPool((address, worked) => ms?.count(address, worked));

  function requireAllowed(address: string): void {
    const bytesWaitMs = bytes?.waitMs(address) ?? 0;
    if (bytesWaitMs > 0)
      throw overLimit(`No more than ${limits.bytes / MIB} MiB an hour are read from one address`, bytesWaitMs);
    const msWaitMs = ms?.waitMs(address) ?? 0;
    if (msWaitMs > 0)
      throw overLimit(`No more than ${limits.ms / 1_000} s an hour are spent on reading for one address`, msWaitMs);
  }

  return {
    requireAllowed,
    async parse(job, address) {
      const length = lengthOfBytes(job.bytes);
      if (length <= PARSED_AT_ONCE_BYTES) return runParseJob(job);
      requireAllowed(address);
      bytes?.count(address, length);
      return pool.run(job, address);
    },
    close: () => pool.close(),
  };
}

const overLimit = (message: string, retryMs: number) =>
  new ParseRefusal('over-limit', `${message}; try again later`, retryMs);
