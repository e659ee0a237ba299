import type { CallName } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import { REDACTED, redact } from '../client/redact.ts';
import type { DeviceErrorCode } from '../errors.ts';
import type { ConnectionEvent, ConnectionState } from '../state/connection-table.ts';
import { type TraceExport, toTraceExport } from './export.ts';

/** What happened, without its number and moment. */
export type TraceFact =
  /** `byStop` where the call is a way of Stop, and nobody made it by its name. */
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

/** One line of the trace: its number (from 1, without gaps) and its moment in ms since the epoch. */
export type TraceEntry = TraceFact & { readonly seq: number; readonly atMs: number };

/** The last so many things that happened, with keys and tokens taken out. */
export interface Trace {
  /** Notes a fact; gives its number. */
  note(fact: TraceFact): number;
  /** What is remembered, oldest first. */
  entries(): readonly TraceEntry[];
  /** The same as a document of its own. */
  export(): TraceExport;
}

/** Calls whose input or answer holds tokens, signatures or the keys of other devices. */
const HAS_TOKENS: ReadonlySet<CallName> = new Set(['auth.issueToken', 'auth.renewToken', 'ota.updateFixed']);

/** How many entries are remembered. */
const TRACE_CAPACITY = 2_000;

/** A text shorter than this is no secret, and hiding it would hide too much of the trace. */
const SECRET_LENGTH_MIN = 5;

/** A trace that hides every text of `secrets()` that is long enough, and tells `onEntry` of each entry. */
export function createTrace(options: {
  readonly time: Time;
  readonly secrets: () => readonly string[];
  readonly onEntry?: ((entry: TraceEntry) => void) | undefined;
  readonly capacity?: number;
}): Trace {
  const capacity = options.capacity ?? TRACE_CAPACITY;
  let ring: TraceEntry[] = [];
  let seq = 0;
  const secretAnswers = new Set<number>();

  /** What carries tokens or signatures is noted without what it carries. */
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
      options.onEntry?.(entry);
      return seq;
    },
    entries: () => ring.slice(-capacity),
    export: () => toTraceExport(ring.slice(-capacity), options.time.now()),
  };
}
