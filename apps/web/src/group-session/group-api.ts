import type { ScriptColumns } from '@tactus/motion';
import {
  callTactus,
  fetchTactus,
  type GroupEndReason,
  type GroupEntry,
  type GroupView,
  groupCalls,
  groupOver,
  type Participation,
  type TimelineUpdate,
  tactusPathOf,
} from '@tactus/protocol';
import type { Fetch } from '@tactus/sdk';
import { type EntryRefusal, endReasonIn, eventStreamRequest } from '../sharing/guest-api.ts';

/** Why a session in a room is over; `unknown` where home does not know. */
export type GroupOverReason = GroupEndReason | 'unknown';

/** The session of this tab in a room. */
export interface GroupSessionEntry {
  /** The secret that authorises every later call. It stays in this tab. */
  readonly bearer: string;
  readonly view: GroupView;
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

const toEntry = ({ session, ...view }: GroupEntry): GroupSessionEntry => ({ bearer: session, view });

/** Creates a room. Rejects where home refused. */
export async function makeGroup(
  fetch: Fetch,
  body: { readonly name: string; readonly host: string },
): Promise<GroupSessionEntry & { readonly path: string }> {
  const { path, secret: _inPath, ...entry } = await fetchTactus(groupCalls.create, { fetch, body });
  return { ...toEntry(entry), path };
}

/** Exchanges the secret of a link for a session. Rejects without a definite answer of home. */
export async function enterGroup(
  fetch: Fetch,
  { id, ...body }: { readonly id: string; readonly secret: string; readonly name: string },
): Promise<GroupSessionEntry | { readonly refused: EntryRefusal | 'over' }> {
  const outcome = await callTactus(groupCalls.join, { fetch, params: { id }, body });
  if (outcome.ok) return toEntry(outcome.answer);
  if (outcome.status >= 500) throw new Error(`No session: HTTP ${outcome.status}`);
  return { refused: outcome.error === '' ? 'unavailable' : REFUSALS[outcome.error] };
}

const REFUSALS = {
  BadRequest: 'unavailable',
  NotFound: 'not-found',
  GroupFull: 'full',
  GroupOver: 'over',
  TooManyRequests: 'too-many',
} as const;

/** The state of a session, or why it is over. Rejects without a definite answer of home. */
export async function fetchGroup(
  fetch: Fetch,
  secret: string,
): Promise<GroupView | { readonly over: GroupOverReason }> {
  const outcome = await callTactus(groupCalls.read, { fetch, secret });
  if (outcome.ok) return outcome.answer;
  if (outcome.status === 401) return { over: groupOverReasonIn(outcome.body) };
  throw new Error(`No session: HTTP ${outcome.status}`);
}

/** The calls of a session. */
export function createGroupApi({
  fetch,
  bearer: secret,
}: {
  readonly fetch: Fetch;
  readonly bearer: string;
}): GroupApi {
  const by = { fetch, secret };
  return {
    goAway() {
      const body = { part: 'out', error_ms: null, away: true } as const;
      fetchTactus(groupCalls.report, { ...by, body, keepalive: true }).catch(() => undefined);
    },
    read: (signal) => fetchTactus(groupCalls.read, { ...by, signal }),
    report: (part, errorMs) => fetchTactus(groupCalls.report, { ...by, body: { part, error_ms: errorMs } }),
    async readScript() {
      const { rev, t, x } = await fetchTactus(groupCalls.script, by);
      return { rev, columns: { timesMs: Uint32Array.from(t), positions: Uint8Array.from(x) } };
    },
    setScript: (name, { timesMs, positions }) =>
      fetchTactus(groupCalls.setScript, { ...by, body: { name, t: [...timesMs], x: [...positions] } }),
    setTimeline: (body) => fetchTactus(groupCalls.setTimeline, { ...by, body }),
    remove: (id) => fetchTactus(groupCalls.remove, { ...by, params: { id } }),
    leave: () => void fetchTactus(groupCalls.leave, { ...by, keepalive: true }).catch(() => undefined),
    streamRequest: () => eventStreamRequest(tactusPathOf(groupCalls.events, {}), { Authorization: `Bearer ${secret}` }),
  };
}

/** Why a session is over, from the last event or the body of a 401. */
export const groupOverReasonIn = (value: unknown): GroupOverReason => endReasonIn(groupOver, value);
