import * as z from 'zod/mini';
import { readTabSession, type TabSession, tabSessionSchema, writeTabSession } from './tab-session.ts';

/** The session of a guest, as the tab stores it. */
export interface StoredGuestSession extends TabSession {
  /** Whether this guest had control in the last session received. */
  readonly hadControl: boolean;
  /** Leaving the page has stopped this guest's motion. */
  readonly stopped: boolean;
}

const no = z.catch(z.boolean(), false);
const schema = z.extend(tabSessionSchema, { hadControl: no, stopped: no });

/** The guest's session of this tab, if it has one. */
export const readStoredGuestSession = (): StoredGuestSession | undefined => readTabSession('tactus.session', schema);

/** Stores the guest's session of this tab, or removes it. */
export const storeGuestSession = (session: StoredGuestSession | undefined): void =>
  writeTabSession('tactus.session', session);
