import { parseJson } from '@tactus/protocol';
import * as z from 'zod/mini';
import { openStorage } from '../settings/key-value-storage.ts';
import { tabSessionSchema } from '../sharing/tab-session.ts';
import type { RoomRecord } from './tab-room.ts';

/** Of the group session that this browser hosts: unlike the session of a tab, it outlives the tab. */
const NAME = 'tactus.hosted';

const storage = () => openStorage(() => window.localStorage);

/** A session in a room as storage holds it. */
export const roomRecordSchema = z.extend(tabSessionSchema, { path: z.catch(z.optional(z.string()), undefined) });

/** The group session that this browser hosts, or hosted when it was last open; undefined without one. */
export function readHostedGroup(): RoomRecord | undefined {
  return z.safeParse(roomRecordSchema, parseJson(storage().getItem(NAME) ?? '')).data;
}

/**
 * Stores the group session that this browser hosts; undefined removes `previous`, the one that has ended, and leaves that of another tab.
 * With a full storage only its tab comes back to it.
 */
export function storeHostedGroup(record: RoomRecord | undefined, previous: RoomRecord | undefined): void {
  try {
    if (record !== undefined) storage().setItem(NAME, JSON.stringify(record));
    else if (readHostedGroup()?.session === previous?.session) storage().removeItem(NAME);
  } catch {
    // The present tab works without it.
  }
}
