import * as z from 'zod/mini';
import type { KeyValueStorage } from '../settings/key-value-storage.ts';

/**
 * A session that a tab takes part in by a link, as its storage has it: a page that is loaded again goes on with the session.
 * It is of this tab alone, and gone with it.
 */
export interface TabSession {
  readonly kind: 'share' | 'group';
  /** The public id of the link. */
  readonly link: string;
  /** The public id of the session. */
  readonly session: string;
  /** What its calls are authorised by: a secret. */
  readonly bearer: string;
  /** Whether this guest had control when last told. */
  readonly hadControl: boolean;
  /** Leaving the page has stopped what this guest had in motion. */
  readonly stopped: boolean;
}

const NAME = 'tactus.session';

const text = z.string().check(z.minLength(1));
const schema = z.object({
  kind: z.enum(['share', 'group']),
  link: text,
  session: text,
  bearer: text,
  hadControl: z.catch(z.boolean(), false),
  stopped: z.catch(z.boolean(), false),
});

/** The session of this tab; undefined where there is none, or none that can be read. */
export function readTabSession(storage: KeyValueStorage): TabSession | undefined {
  try {
    const read = z.safeParse(schema, JSON.parse(storage.getItem(NAME) ?? 'null'));
    return read.success ? read.data : undefined;
  } catch {
    return undefined; // what is no JSON is none of ours
  }
}

/** Stores the session of this tab, or removes it. A full storage costs no more than the way back after a reload. */
export function writeTabSession(storage: KeyValueStorage, session: TabSession | undefined): void {
  try {
    if (session) storage.setItem(NAME, JSON.stringify(session));
    else storage.removeItem(NAME);
  } catch {
    // The page that is here works without.
  }
}
