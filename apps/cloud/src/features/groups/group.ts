import type { Timeline } from './timeline.ts';

/** Why somebody's session in a room ended. */
export type GroupEndReason = 'ended' | 'expired' | 'removed' | 'left';

/** How far somebody takes part: looks on, has a device that is ready, or lets it go along. */
export type GroupPart = 'out' | 'ready' | 'in';

/** What plays. The text is what participants get, as it is sent. */
export interface GroupScript {
  readonly rev: number;
  readonly name: string;
  readonly points: number;
  readonly lengthMs: number;
  readonly text: Buffer;
}

/** Somebody in a room. Instants in ms since the epoch, `lastSeenAtMs` of `time.monotonic()`. */
export interface GroupSessionMember {
  readonly id: string;
  readonly textHash: string;
  readonly name: string;
  readonly isHost: boolean;
  readonly group: Group;
  part: GroupPart;
  errorMs: number | null;
  lastSeenAtMs: number;
  /** Streams of it that are open. */
  streams: number;
  /** Its page has said that it goes away, and nothing was heard since. */
  isAway: boolean;
  /** Whether the others were last told that this member is here. */
  isShownHere: boolean;
  over: GroupEndReason | undefined;
}

/** A room: a host's timeline and who follows it. In memory only. */
export interface Group {
  readonly id: string;
  readonly name: string;
  readonly secretHash: Buffer;
  readonly madeAtMs: number;
  readonly members: Set<GroupSessionMember>;
  script: GroupScript | undefined;
  timeline: Timeline;
  isOver: boolean;
  /** Something was told by somebody that the others have not heard yet. */
  hasNews: boolean;
}

/** People in a room, the host among them. */
export const PEOPLE_MAX = 16;
/** A host of whom nothing was heard for so long is gone, and the timeline stops. */
export const HOST_GONE_MS = 6_000;
/** Somebody of whom nothing was heard for so long makes room for others. */
export const AWAY_MS = 60_000;
/** Somebody who reports less often is not here, as far as others see. */
const HERE_MS = 6_000;
/** A room ends so long after its host was heard last. */
const IDLE_MS = 2 * 60 * 60_000;
/** And so long after it was made. */
const LIFE_MS = 4 * 60 * 60_000;

/** Whether somebody is here, as far as others see. */
export const isHere = ({ isAway, lastSeenAtMs }: GroupSessionMember, monotonicMs: number): boolean =>
  !isAway && monotonicMs - lastSeenAtMs < HERE_MS;

const SESSION_PREFIX = 'tgg_';

/** Whether a text is meant as a session in a room. */
export const isGroupSessionText = (text: string): boolean => text.startsWith(SESSION_PREFIX);

/** The text of a session in a room, from its random part. */
export const toGroupSessionText = (random: string): string => SESSION_PREFIX + random;

/** When a room ends by itself, ms since the epoch, if its host is not heard any more. */
export function expiresAtMs(group: Group, nowMs: number, monotonicMs: number): number {
  const host = [...group.members].find(({ isHost }) => isHost);
  const silentMs = host ? monotonicMs - host.lastSeenAtMs : IDLE_MS;
  return Math.min(group.madeAtMs + LIFE_MS, nowMs - silentMs + IDLE_MS);
}
