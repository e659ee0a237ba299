import * as z from 'zod/mini';

/** A person's participation: watching, with a device that is ready, or with a device that follows. */
export type Participation = 'out' | 'ready' | 'in';

/** A person in a room. */
export interface GroupPerson {
  readonly session: string;
  readonly name: string;
  readonly role: 'host' | 'participant';
  readonly here: boolean;
  readonly part: Participation;
  /** The estimated deviation of their device, ms; null where unknown. */
  readonly errorMs: number | null;
}

/** The timeline of a room; `atMs` is of home's clock, ms since the epoch. */
export interface GroupTimeline {
  readonly seq: number;
  readonly playing: boolean;
  readonly positionMs: number;
  readonly atMs: number;
  readonly rate: number;
  readonly pausedBy: 'host' | 'host-gone' | 'end' | null;
}

/** The script of a room, without its points. */
export interface GroupScript {
  readonly rev: number;
  readonly name: string;
  readonly points: number;
  readonly lengthMs: number;
}

/** A room as home sends it (docs/group-sessions.md). */
export interface GroupView {
  readonly sessionId: string;
  readonly role: 'host' | 'participant';
  /** The public id of the room. */
  readonly groupId: string;
  readonly groupName: string;
  readonly script: GroupScript | null;
  readonly timeline: GroupTimeline;
  readonly people: readonly GroupPerson[];
  readonly expiresAtMs: number;
}

const role = z.catch(z.enum(['host', 'participant']), 'participant');
const wireView = z.object({
  session_id: z.string(),
  role,
  group: z.object({ id: z.catch(z.string(), ''), name: z.catch(z.string(), '') }),
  script: z.nullable(z.object({ rev: z.number(), name: z.string(), points: z.number(), length_ms: z.number() })),
  timeline: z.object({
    seq: z.number(),
    playing: z.boolean(),
    position_ms: z.number(),
    at: z.number(),
    rate: z.number().check(z.gt(0)),
    paused_by: z.catch(z.nullable(z.enum(['host', 'host-gone', 'end'])), null),
  }),
  people: z.array(
    z.object({
      session: z.string(),
      name: z.catch(z.string(), ''),
      role,
      here: z.catch(z.boolean(), false),
      part: z.catch(z.enum(['out', 'ready', 'in']), 'out'),
      error_ms: z.catch(z.nullable(z.number()), null),
    }),
  ),
  expires_at: z.catch(z.number(), 0),
});

/** Reads a room; undefined for an invalid one. */
export function decodeGroupView(value: unknown): GroupView | undefined {
  const read = z.safeParse(wireView, value);
  if (!read.success) return undefined;
  const { session_id, group, script, timeline, people, expires_at } = read.data;
  const { position_ms, at, paused_by, ...rest } = timeline;
  return {
    sessionId: session_id,
    role: read.data.role,
    groupId: group.id,
    groupName: group.name,
    script: script && { rev: script.rev, name: script.name, points: script.points, lengthMs: script.length_ms },
    timeline: { ...rest, positionMs: position_ms, atMs: at, pausedBy: paused_by },
    people: people.map(({ error_ms, ...person }) => ({ ...person, errorMs: error_ms })),
    expiresAtMs: expires_at,
  };
}

/** The time of a timeline at an instant of home's clock, within the script, ms. */
export function timelineTimeAt(
  { playing, positionMs, atMs, rate }: GroupTimeline,
  lengthMs: number,
  nowMs: number,
): number {
  const goneMs = playing && nowMs > atMs ? (nowMs - atMs) * rate : 0;
  return Math.min(positionMs + goneMs, lengthMs);
}
