import { parseJson } from '@tactus/protocol';
import * as z from 'zod/mini';
import type { TraceEntry } from './trace.ts';

/** The form of an exported trace. */
const FORMAT = 'tactus-trace';
const VERSION = 1;

/** A trace as a document: plain data without keys and tokens, oldest entry first. */
export interface TraceExport {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  /** ms since the epoch by the clock of the machine that exported it. */
  readonly exportedAtMs: number;
  readonly entries: readonly TraceEntry[];
}

/** Makes a document of entries; values that JSON does not know are left out. */
export function toTraceExport(entries: readonly TraceEntry[], exportedAtMs: number): TraceExport {
  // JSON keeps the shape of entries: they are plain data, and a field that is undefined may be missing.
  const plain = JSON.parse(JSON.stringify(entries)) as TraceEntry[];
  return { format: FORMAT, version: VERSION, exportedAtMs, entries: plain };
}

const kinds = ['command', 'answer', 'failure', 'event', 'transition', 'clock-sample', 'stream', 'unhandled'] as const;

const document = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  exportedAtMs: z.number(),
  entries: z.array(z.looseObject({ kind: z.enum(kinds), seq: z.number(), atMs: z.number() })),
});

/** Reads an exported trace back; `undefined` for anything else, and for other versions. Never throws. */
export function readTraceExport(raw: unknown): TraceExport | undefined {
  const parsed = z.safeParse(document, typeof raw === 'string' ? parseJson(raw) : raw);
  // The kinds are checked; what belongs to each is what this package wrote.
  return parsed.success ? (parsed.data as unknown as TraceExport) : undefined;
}
