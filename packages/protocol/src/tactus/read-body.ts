import * as z from 'zod/mini';
import type { TactusBody, TactusEndpoint } from './endpoint.ts';

/** The outcome of reading a body: the checked body, or the text of its first fault. */
export type ReadBodyResult<E extends TactusEndpoint> =
  | { readonly ok: true; readonly body: TactusBody<E> }
  | { readonly ok: false; readonly problem: string };

/** Reads the body of a request; a request without one has no fields. Never throws. */
export function readTactusBody<E extends TactusEndpoint>({ body }: E, raw: unknown): ReadBodyResult<E> {
  const read = z.safeParse(body, raw ?? {});
  // The row's own schema checked it, which the compiler cannot follow.
  if (read.success) return { ok: true, body: read.data as TactusBody<E> };
  return { ok: false, problem: read.error.issues[0]?.message ?? 'The body is not valid' };
}
