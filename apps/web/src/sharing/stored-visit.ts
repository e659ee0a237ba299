import * as z from 'zod/mini';
import { readSlot, type TabSession, tabSession, writeSlot } from './tab-session.ts';

/** The session of a guest, as the tab stores it. */
export interface StoredVisit extends TabSession {
  /** Whether this guest had control when last told. */
  readonly hadControl: boolean;
  /** Leaving the page has stopped what this guest had in motion. */
  readonly stopped: boolean;
}

const no = z.catch(z.boolean(), false);
const schema = z.extend(tabSession, { hadControl: no, stopped: no });

/** The visit of this tab, if it has one. */
export const readVisit = (): StoredVisit | undefined => readSlot('tactus.session', schema);

/** Stores the visit of this tab, or removes it. */
export const writeVisit = (visit: StoredVisit | undefined): void => writeSlot('tactus.session', visit);
