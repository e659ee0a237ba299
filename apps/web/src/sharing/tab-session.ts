import { parseJson } from '@tactus/protocol';
import * as z from 'zod/mini';
import { openStorage } from '../settings/key-value-storage.ts';

/**
 * A session of a tab by a link, as its storage holds it: a reloaded page resumes the session.
 * It belongs to this tab alone, and ends with it.
 */
export interface TabSession {
  /** The public id of the link. */
  readonly link: string;
  /** The public id of the session. */
  readonly session: string;
  /** The secret that authorises its calls. */
  readonly bearer: string;
}

/**
 * The storage keys of a guest's session, of the room that the tab has joined, of the room that it hosts, and of a link
 * that was opened and not used yet.
 */
export type TabSessionSlot = 'tactus.session' | 'tactus.group' | 'tactus.hosting' | 'tactus.link';

/** A tab uses one link at a time: a new session replaces the other. */
const REPLACED: Readonly<Record<TabSessionSlot, TabSessionSlot | undefined>> = {
  'tactus.session': 'tactus.group',
  'tactus.group': 'tactus.session',
  'tactus.hosting': undefined,
  'tactus.link': undefined,
};

const text = z.string().check(z.minLength(1));

/** The fields of every stored session. */
export const tabSessionSchema = z.object({ link: text, session: text, bearer: text });

const storage = () => openStorage(() => window.sessionStorage);

/** The stored session of a tab; undefined where there is none, or an unreadable one. */
export function readTabSession<T>(slot: TabSessionSlot, schema: z.ZodMiniType<T>): T | undefined {
  return z.safeParse(schema, parseJson(storage().getItem(slot) ?? '')).data;
}

/** Stores the session of a tab, or removes it. With a full storage a reload cannot resume it. */
export function writeTabSession(slot: TabSessionSlot, value: object | undefined): void {
  const replaced = REPLACED[slot];
  try {
    if (value === undefined) storage().removeItem(slot);
    else storage().setItem(slot, JSON.stringify(value));
    if (value !== undefined && replaced !== undefined) storage().removeItem(replaced);
  } catch {
    // The present page works without it.
  }
}
