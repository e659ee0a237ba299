import * as z from 'zod/mini';
import { readSlot, type TabSession, tabSession, writeSlot } from './tab-session.ts';

/** The session of a guest, as the tab stores it. */
export interface StoredGuestSession extends TabSession {
  /** Whether this guest had control in the last session received. */
  readonly hadControl: boolean;
  /** Leaving the page has stopped this guest's motion. */
  readonly stopped: boolean;
}

const no = z.catch(z.boolean(), false);
const schema = z.extend(tabSession, { hadControl: no, stopped: no });

/** The guest's session of this tab, if it has one. */
export const readGuestSession = (): StoredGuestSession | undefined => readSlot('tactus.session', schema);

/** Stores the guest's session of this tab, or removes it. */
export const writeGuestSession = (session: StoredGuestSession | undefined): void =>
  writeSlot('tactus.session', session);
