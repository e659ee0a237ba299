import * as z from 'zod/mini';
import { openStorage } from '../settings/key-value-storage.ts';

/**
 * A session that a tab takes part in by a link, as its storage has it: a page that is loaded again goes on with the session.
 * It is of this tab alone, and gone with it.
 */
export interface TabSession {
  /** The public id of the link. */
  readonly link: string;
  /** The public id of the session. */
  readonly session: string;
  /** What its calls are authorised by: a secret. */
  readonly bearer: string;
}

/**
 * Where a tab stores the session of a guest, the room that it takes part in, the room that it is the host of, and a link that
 * was opened and not used yet.
 */
export type TabSlot = 'tactus.session' | 'tactus.group' | 'tactus.hosting' | 'tactus.link';

/** A tab is behind one link at a time: what begins there takes the other's place. */
const REPLACED: Readonly<Record<TabSlot, TabSlot | undefined>> = {
  'tactus.session': 'tactus.group',
  'tactus.group': 'tactus.session',
  'tactus.hosting': undefined,
  'tactus.link': undefined,
};

const text = z.string().check(z.minLength(1));

/** What every stored session has. */
export const tabSession = z.object({ link: text, session: text, bearer: text });

const storage = () => openStorage(() => window.sessionStorage);

/** What a tab has stored; undefined where there is nothing, or nothing that can be read. */
export function readSlot<T>(slot: TabSlot, schema: z.ZodMiniType<T>): T | undefined {
  try {
    const read = z.safeParse(schema, JSON.parse(storage().getItem(slot) ?? 'null'));
    return read.success ? read.data : undefined;
  } catch {
    return undefined; // what is no JSON is none of ours
  }
}

/** Stores what a tab has, or removes it. A full storage costs no more than the way back after a reload. */
export function writeSlot(slot: TabSlot, value: object | undefined): void {
  const replaced = REPLACED[slot];
  try {
    if (value === undefined) storage().removeItem(slot);
    else storage().setItem(slot, JSON.stringify(value));
    if (value !== undefined && replaced !== undefined) storage().removeItem(replaced);
  } catch {
    // The page that is here works without.
  }
}
