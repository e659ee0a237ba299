import type { TraceEntry } from '@tactus/sdk';

/** The filters of an event console: everything, or one subject. */
export type EventFilter = 'all' | 'commands' | 'events' | 'connection' | 'clock';

const KINDS: Readonly<Record<TraceEntry['kind'], Exclude<EventFilter, 'all'>>> = {
  command: 'commands',
  answer: 'commands',
  failure: 'commands',
  event: 'events',
  unhandled: 'events',
  transition: 'connection',
  stream: 'connection',
  'clock-sample': 'clock',
};

/** One entry of a trace as a line of text. */
export interface TraceEventLine {
  /** The sign before it: sent, answered, failed, event. */
  readonly sign: '→' | '←' | '✕' | '•' | '·';
  readonly what: string;
  readonly detail: string;
}

/** Longer payloads are cut. */
const DETAIL_LENGTH = 280;

/** Converts an entry of a trace into a line of text. */
export function eventLineOf(entry: TraceEntry): TraceEventLine {
  switch (entry.kind) {
    case 'command':
      return { sign: '→', what: entry.call, detail: payload(entry.input) };
    case 'answer':
      return { sign: '←', what: `#${entry.of}`, detail: `${Math.round(entry.tookMs)} ms ${payload(entry.result)}` };
    case 'failure':
      return {
        sign: '✕',
        what: `#${entry.of}`,
        detail: `${Math.round(entry.tookMs)} ms ${entry.code}: ${entry.message}`,
      };
    case 'event':
      return { sign: '•', what: entry.name, detail: `${payload(entry.data)}${cause(entry.causedBy)}` };
    case 'unhandled':
      return { sign: '·', what: entry.what, detail: payload(entry.data) };
    case 'transition':
      return { sign: '·', what: entry.event, detail: `${entry.from} → ${entry.to}` };
    case 'stream':
      return { sign: '·', what: `stream ${entry.what}`, detail: entry.message };
    case 'clock-sample':
      return { sign: '·', what: 'clock', detail: `${entry.rtdMs.toFixed(1)} ms, ${entry.offsetMs.toFixed(1)} ms` };
  }
}

const cause = (of: number | undefined): string => (of === undefined ? '' : ` ← #${of}`);

function payload(value: unknown): string {
  const text = value === undefined ? '' : JSON.stringify(value);
  return text.length > DETAIL_LENGTH ? `${text.slice(0, DETAIL_LENGTH)}…` : text;
}

/** The entries of a kind that have a text in them, in any case of letters. */
export function filterTraceEntries(
  entries: readonly TraceEntry[],
  { kind, text }: { kind: EventFilter; text: string },
): readonly TraceEntry[] {
  const wanted = text.trim().toLowerCase();
  return entries.filter((entry) => {
    if (kind !== 'all' && KINDS[entry.kind] !== kind) return false;
    if (wanted === '') return true;
    const { what, detail } = eventLineOf(entry);
    return `${what} ${detail}`.toLowerCase().includes(wanted);
  });
}
