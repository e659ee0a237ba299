import type { ScriptColumns } from '@tactus/motion';
import type { Fetch } from '@tactus/sdk';
import * as z from 'zod/mini';
import { type EntryRefusal, errorNameOf, jsonOfAnswer } from '../sharing/guest-api.ts';
import { decodeGroupView, type GroupView, type Participation } from './group-view.ts';

const GROUPS_BASE = '/api/tactus/groups';

/** Why a session in a room is over; `unknown` where home does not know. */
export type GroupOverReason = 'ended' | 'expired' | 'removed' | 'left' | 'unknown';

/** The answer to entering a room: the session in it, and its secret. */
export interface GroupSessionEntry {
  /** The secret that authorises every later call. It stays in this tab. */
  readonly bearer: string;
  readonly view: GroupView;
}

/** A host's change of the timeline; omitted fields stay. */
export interface TimelineUpdate {
  readonly playing?: boolean;
  readonly position_ms?: number;
  readonly rate?: number;
}

/** The calls to home for a room (docs/group-sessions.md). Calls reject where home refused. */
export interface GroupApi {
  report(part: Participation, errorMs: number | null): Promise<void>;
  /** Reports that the page is being closed and may come back. Never rejects. */
  goAway(): void;
  read(signal: AbortSignal): Promise<GroupView>;
  readScript(): Promise<{ readonly rev: number; readonly columns: ScriptColumns }>;
  setScript(name: string, points: ScriptColumns): Promise<GroupView>;
  setTimeline(update: TimelineUpdate): Promise<GroupView>;
  remove(session: string): Promise<void>;
  /** Ends the session, also while the page is being closed; the host's call ends it for all. Never rejects. */
  leave(): void;
  streamRequest(): { readonly url: string; readonly init: RequestInit };
}

const entry = z.object({ session: z.string().check(z.minLength(1)), path: z.catch(z.optional(z.string()), undefined) });
const points = z.object({ rev: z.number(), t: z.array(z.number()), x: z.array(z.number()) });
const over = z.object({ reason: z.catch(z.string(), '') });
const OVERS: readonly GroupOverReason[] = ['ended', 'expired', 'removed', 'left'];

/** Creates a room. Rejects where home refused. */
export async function makeGroup(
  fetch: Fetch,
  names: { readonly name: string; readonly host: string },
): Promise<GroupSessionEntry & { readonly path: string }> {
  const { status, body } = await post(fetch, GROUPS_BASE, names);
  const read = readEntry(body);
  if (status !== 201 || !read?.path) throw new Error(`No group session: HTTP ${status}`);
  return { ...read, path: read.path };
}

/** Exchanges the secret of a link for a session. Rejects without a definite answer of home. */
export async function enterGroup(
  fetch: Fetch,
  { id, secret, name }: { readonly id: string; readonly secret: string; readonly name: string },
): Promise<GroupSessionEntry | { readonly refused: EntryRefusal | 'over' }> {
  const { status, body } = await post(fetch, `${GROUPS_BASE}/${encodeURIComponent(id)}/sessions`, { secret, name });
  if (status === 201) return readEntry(body) ?? { refused: 'unavailable' };
  if (status >= 500) throw new Error(`No session: HTTP ${status}`);
  if (status === 404) return { refused: errorNameOf(body) === 'NotFound' ? 'not-found' : 'unavailable' };
  if (status === 410) return { refused: 'over' };
  return { refused: status === 409 ? 'full' : status === 429 ? 'too-many' : 'unavailable' };
}

/** The state of a session, or why it is over. Rejects without a definite answer of home. */
export async function fetchGroup(
  fetch: Fetch,
  bearer: string,
): Promise<GroupView | { readonly over: GroupOverReason }> {
  const response = await fetch(`${GROUPS_BASE}/session`, {
    headers: { Accept: 'application/json', Authorization: `Bearer ${bearer}` },
    credentials: 'omit',
  });
  const body = await jsonOfAnswer(response);
  if (response.status === 401) return { over: groupOverReasonIn(body) };
  if (!response.ok) throw new Error(`No session: HTTP ${response.status}`);
  return viewIn(body);
}

/** The calls of a session. */
export function createGroupApi({ fetch, bearer }: { readonly fetch: Fetch; readonly bearer: string }): GroupApi {
  const authorization = { Authorization: `Bearer ${bearer}` };

  async function send(method: string, path: string, body?: object, more: RequestInit = {}): Promise<unknown> {
    const response = await fetch(`${GROUPS_BASE}${path}`, {
      method,
      headers: {
        ...{ Accept: 'application/json', ...authorization },
        ...(body && { 'Content-Type': 'application/json' }),
      },
      credentials: 'omit',
      ...(body && { body: JSON.stringify(body) }),
      ...more,
    });
    const answer = await jsonOfAnswer(response);
    if (!response.ok) throw new Error(`${method} ${path}: HTTP ${response.status}`);
    return answer;
  }

  return {
    goAway() {
      const body = { part: 'out', error_ms: null, away: true };
      void send('PUT', '/session/report', body, { keepalive: true }).catch(() => undefined);
    },
    read: async (signal) => viewIn(await send('GET', '/session', undefined, { signal })),
    report: async (part, errorMs) => void (await send('PUT', '/session/report', { part, error_ms: errorMs })),
    async readScript() {
      const read = z.safeParse(points, await send('GET', '/session/script'));
      if (!read.success) throw new Error('These are no points');
      const { rev, t, x } = read.data;
      return { rev, columns: { timesMs: Uint32Array.from(t), positions: Uint8Array.from(x) } };
    },
    setScript: async (name, { timesMs, positions }) =>
      viewIn(await send('PUT', '/script', { name, t: [...timesMs], x: [...positions] })),
    setTimeline: async (update) => viewIn(await send('PUT', '/timeline', update)),
    remove: async (session) => void (await send('DELETE', `/people/${encodeURIComponent(session)}`)),
    leave: () => void send('DELETE', '/session', undefined, { keepalive: true }).catch(() => undefined),
    streamRequest: () => ({
      url: `${GROUPS_BASE}/session/events`,
      init: {
        headers: { Accept: 'text/event-stream', ...authorization },
        credentials: 'omit',
        cache: 'no-store',
      },
    }),
  };
}

/** Why a session is over, from the last event or the body of a 401. */
export function groupOverReasonIn(value: unknown): GroupOverReason {
  const refused = z.safeParse(z.object({ error: over }), value);
  const parsed = z.safeParse(over, value);
  const reason = refused.success ? refused.data.error.reason : parsed.success ? parsed.data.reason : '';
  return OVERS.find((known) => known === reason) ?? 'unknown';
}

function readEntry(body: unknown): (GroupSessionEntry & { readonly path: string | undefined }) | undefined {
  const read = z.safeParse(entry, body);
  const view = decodeGroupView(body);
  return read.success && view ? { bearer: read.data.session, view, path: read.data.path } : undefined;
}

function viewIn(answer: unknown): GroupView {
  const view = decodeGroupView(answer);
  if (!view) throw new Error('This is no room');
  return view;
}

async function post(fetch: Fetch, url: string, body: object): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    credentials: 'omit',
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await jsonOfAnswer(response) };
}
