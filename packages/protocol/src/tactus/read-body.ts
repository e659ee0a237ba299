import * as z from 'zod/mini';
import type { Schema } from '../endpoint.ts';

/** The outcome of reading a body: the checked body, or the text of its first fault. */
export type ReadBodyResult<B extends Schema> =
  | { readonly ok: true; readonly body: z.output<B> }
  | { readonly ok: false; readonly problem: string };

/** Reads the body of a request by the schema of its row; a request without one has no fields. Never throws. */
export function readTactusBody<B extends Schema>({ body }: { readonly body: B }, raw: unknown): ReadBodyResult<B> {
  const read = z.safeParse(body, raw ?? {});
  if (read.success) return { ok: true, body: read.data };
  return { ok: false, problem: read.error.issues[0]?.message ?? 'The body is not valid' };
}
