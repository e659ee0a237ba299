import type { CallName } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import { REDACTED, redact } from '../client/redact.ts';
import type { DeviceErrorCode } from '../errors.ts';
import type { ConnectionEvent, ConnectionState } from '../state/connection-table.ts';
import { isolateCallback } from '../state/isolate-callback.ts';
import { type TraceExport, toTraceExport } from './export.ts';

/** A fact of the trace, without its number and time. */
export type TraceFact =
  /** `byStop` if the call belongs to a Stop, rather than being made by its name. */
  | { readonly kind: 'command'; readonly call: CallName; readonly input: unknown; readonly byStop?: true }
  | { readonly kind: 'answer'; readonly of: number; readonly tookMs: number; readonly result: unknown }
  | {
      readonly kind: 'failure';
      readonly of: number;
      readonly tookMs: number;
      readonly code: DeviceErrorCode;
      readonly message: string;
    }
  /** `causedBy` is the number of the newest command of the same state slice, where one is recent. */
  | { readonly kind: 'event'; readonly name: string; readonly data: unknown; readonly causedBy: number | undefined }
  | {
      readonly kind: 'transition';
      readonly from: ConnectionState;
      readonly event: ConnectionEvent;
      readonly to: ConnectionState;
    }
  | { readonly kind: 'clock-sample'; readonly rtdMs: number; readonly offsetMs: number }
  | { readonly kind: 'stream'; readonly what: 'open' | 'error'; readonly message: string }
  /** Something that changes nothing: an unknown frame, an event without a reader, an event of an older session. */
  | { readonly kind: 'unhandled'; readonly what: string; readonly data: unknown };

/** One line of the trace: its number (from 1, without gaps) and its time in ms since the epoch. */
export type TraceEntry = TraceFact & { readonly seq: number; readonly atMs: number };

/** The most recent facts, without keys and tokens. */
export interface Trace {
  /** Adds a fact; returns its number. */
  note(fact: TraceFact): number;
  /** The stored entries, oldest first. */
  entries(): readonly TraceEntry[];
  /** The same as a document. */
  export(): TraceExport;
}

/** Calls whose input or answer contains tokens, signatures or the keys of other devices. */
const HAS_TOKENS: ReadonlySet<CallName> = new Set(['auth.issueToken', 'auth.renewToken', 'ota.updateFixed']);

/** How many entries are stored. */
const TRACE_CAPACITY = 2_000;

/** A shorter text is no secret, and hiding it would hide too much of the trace. */
const SECRET_LENGTH_MIN = 5;

/** A trace that hides every text of `secrets()` that is long enough, and calls `onEntry` with each entry. */
export function createTrace(options: {
  readonly time: Time;
  readonly secrets: () => readonly string[];
  readonly onEntry?: ((entry: TraceEntry) => void) | undefined;
  readonly capacity?: number;
}): Trace {
  const capacity = options.capacity ?? TRACE_CAPACITY;
  const onEntry = options.onEntry && isolateCallback(options.onEntry);
  let ring: TraceEntry[] = [];
  let seq = 0;
  const secretAnswers = new Set<number>();

  /** Removes the content of facts with tokens or signatures. */
  function withoutTokens(fact: TraceFact): TraceFact {
    if (fact.kind === 'command' && HAS_TOKENS.has(fact.call)) {
      secretAnswers.add(seq);
      return { ...fact, input: REDACTED };
    }
    return fact.kind === 'answer' && secretAnswers.delete(fact.of) ? { ...fact, result: REDACTED } : fact;
  }

  return {
    note(fact) {
      seq += 1;
      const secrets = options.secrets().filter((text) => text.length >= SECRET_LENGTH_MIN);
      // Redaction keeps the shape of plain data, which the compiler cannot see.
      const entry = redact({ ...withoutTokens(fact), seq, atMs: options.time.now() }, secrets) as TraceEntry;
      ring.push(entry);
      if (ring.length > 2 * capacity) ring = ring.slice(-capacity);
      onEntry?.(entry);
      return seq;
    },
    entries: () => ring.slice(-capacity),
    export: () => toTraceExport(ring.slice(-capacity), options.time.now()),
  };
}
