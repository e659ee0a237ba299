import type { ParseJob, ParseKind, ParseResult } from './parse-job.ts';
import type { ParseRefusalReason } from './parse-refusal.ts';

/** A message from a thread: it is ready for its first job, or a job's outcome. */
export type ParseThreadMessage = { readonly type: 'ready' } | { readonly type: 'done'; readonly outcome: ParseOutcome };

/** The outcome of a job, and its duration in ms. */
export type ParseOutcome = { readonly ms: number } & (
  | { readonly result: 'parsed'; readonly value: ParseResult<ParseKind> }
  | { readonly result: 'refused'; readonly reason: ParseRefusalReason; readonly message: string }
  | { readonly result: 'failed'; readonly message: string }
);

/** The memory of a job or of its result, which is transferred between threads instead of being copied. */
export function transferablesOf(value: ParseJob | ParseResult<ParseKind>): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  const walk = (value: unknown, levels: number): void => {
    if (ArrayBuffer.isView(value)) {
      const { buffer, byteLength } = value;
      // A view of a part shares its memory with other data.
      if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) found.add(buffer);
    } else if (levels > 0 && typeof value === 'object' && value !== null)
      for (const member of Object.values(value)) walk(member, levels - 1);
  };
  walk(value, 2);
  return [...found];
}
