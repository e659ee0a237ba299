import type { Parsed, ParseJob, ParseKind } from './parse-job.ts';
import type { ParseRefusalReason } from './parse-refusal.ts';

/** What a thread sends: that it is ready for its first job, or what came of one. */
export type ThreadMessage = { readonly type: 'ready' } | { readonly type: 'done'; readonly outcome: ParseOutcome };

/** What came of a job, and how long it took, in ms. */
export type ParseOutcome = { readonly ms: number } & (
  | { readonly result: 'parsed'; readonly value: Parsed<ParseKind> }
  | { readonly result: 'refused'; readonly reason: ParseRefusalReason; readonly message: string }
  | { readonly result: 'failed'; readonly message: string }
);

/** The memory behind a job, or behind what comes of one, that is handed over between threads instead of being copied. */
export function buffersOf(value: ParseJob | Parsed<ParseKind>): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  const walk = (value: unknown, levels: number): void => {
    if (ArrayBuffer.isView(value)) {
      const { buffer, byteLength } = value;
      // A view of a part shares its memory with somebody else's.
      if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) found.add(buffer);
    } else if (levels > 0 && typeof value === 'object' && value !== null)
      for (const member of Object.values(value)) walk(member, levels - 1);
  };
  walk(value, 2);
  return [...found];
}
