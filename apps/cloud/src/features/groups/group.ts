import type { GroupEndReason, Participation } from '@tactus/protocol';
import type { Timeline } from './timeline.ts';

/** The script that plays. The text is what members receive, already serialised. */
export interface GroupScript {
  readonly rev: number;
  readonly name: string;
  readonly points: number;
  readonly lengthMs: number;
  readonly text: Buffer;
}

/** A member of a group. Instants in ms since the epoch, `lastSeenAtMs` of `time.monotonic()`. */
export interface GroupSessionMember {
  readonly id: string;
  readonly textHash: string;
  readonly name: string;
  readonly isHost: boolean;
  readonly group: Group;
  part: Participation;
  errorMs: number | null;
  lastSeenAtMs: number;
  /** The member's page has announced that it closes, and sent nothing since. */
  isAway: boolean;
  /** Whether the last status sent to the other members shows this member as present. */
  isShownHere: boolean;
  over: GroupEndReason | undefined;
}

/** A group: a host's timeline and its followers. */
export interface Group {
  readonly id: string;
  readonly name: string;
  readonly secretHash: string;
  readonly madeAtMs: number;
  readonly members: Set<GroupSessionMember>;
  script: GroupScript | undefined;
  timeline: Timeline;
  isOver: boolean;
  /** A change that the other members have not received yet. */
  hasNews: boolean;
}

/** Members of a group, the host included. */
export const GROUP_MEMBERS_MAX = 16;
/** A host counts as gone after this silence, and the timeline stops. */
export const HOST_GONE_AFTER_MS = 6_000;
/** A member's place is free for others after this silence. */
export const MEMBER_ABSENT_AFTER_MS = 60_000;
/** A member counts as absent after this silence. */
const HERE_MS = 6_000;
/** A group ends after this silence of its host. */
const IDLE_MS = 2 * 60 * 60_000;
/** A group ends at this age. */
export const GROUP_LIFE_MS = 4 * 60 * 60_000;

/** Whether a member counts as present. */
export const isMemberPresent = ({ isAway, lastSeenAtMs }: GroupSessionMember, monotonicMs: number): boolean =>
  !isAway && monotonicMs - lastSeenAtMs < HERE_MS;

const SESSION_PREFIX = 'tgg_';

/** Whether a text has the form of a group session. */
export const isGroupSessionText = (text: string): boolean => text.startsWith(SESSION_PREFIX);

/** The text of a group session, from its random part. */
export const toGroupSessionText = (random: string): string => SESSION_PREFIX + random;

/** The time at which a group ends by itself, ms since the epoch, unless its host sends something. */
export function groupExpiresAtMs(group: Group, nowMs: number, monotonicMs: number): number {
  const host = [...group.members].find(({ isHost }) => isHost);
  const silentMs = host ? monotonicMs - host.lastSeenAtMs : IDLE_MS;
  return Math.min(group.madeAtMs + GROUP_LIFE_MS, nowMs - silentMs + IDLE_MS);
}
