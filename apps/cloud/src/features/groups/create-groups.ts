import type { Time } from '@tactus/time';
import { createTellers, type Tellers } from '../../events/tellers.ts';
import {
  AWAY_MS,
  expiresAtMs,
  type Group,
  type GroupEnd,
  type GroupMember,
  type GroupPart,
  type GroupScript,
  HOST_GONE_MS,
  isHere,
} from './group.ts';
import { createGroupBook, type GroupBook } from './group-book.ts';
import { changed, newTimeline, type PausedBy, paused, positionAt, type TimelineUpdate } from './timeline.ts';
import { toGroupView } from './views.ts';

/** Rooms in which a host's timeline plays (docs/group-sessions.md). */
export interface Groups {
  readonly book: Pick<GroupBook, 'make' | 'open' | 'enter' | 'find'>;
  readonly tellers: Tellers<GroupMember>;
  /** Somebody has come in, or opened or closed a stream. */
  came(member: GroupMember): void;
  report(member: GroupMember, part: GroupPart, errorMs: number | null): void;
  /** The page of somebody goes away, and may come back: a host's timeline rests until then. */
  goesAway(member: GroupMember): void;
  /** Points that play from now on; false where there is no room for them. */
  setScript(group: Group, script: GroupScript): boolean;
  setTimeline(group: Group, update: TimelineUpdate): void;
  /** Takes somebody out; a host who leaves ends the room. */
  remove(member: GroupMember, why: GroupEnd): void;
  close(): void;
}

/** How often the rooms are looked at, and how long a stream is silent at most. */
const LOOK_EVERY_MS = 1_000;
/** Points in all rooms together. */
const POINTS_IN_ALL = 2_000_000;

/** Builds it, without rooms. */
export function createGroups({ time }: { readonly time: Time }): Groups {
  const book = createGroupBook(time);
  const tellers = createTellers<GroupMember>();
  let stopLooking: (() => void) | undefined;

  function tell(group: Group): void {
    group.hasNews = false;
    for (const member of group.members)
      if (tellers.isHeard(member)) tellers.tell(member, 'group', toGroupView(member, time));
  }

  /** Nobody looks where there is no room. */
  function look(): void {
    const groups = book.living();
    if (groups.length === 0) {
      stopLooking?.();
      stopLooking = undefined;
    }
    for (const group of groups) lookAt(group);
    tellers.beat();
  }

  function lookAt(group: Group): void {
    if (time.now() >= expiresAtMs(group, time.now(), time.monotonic())) {
      end(group, 'expired');
      return;
    }
    for (const member of [...group.members]) {
      const silentMs = time.monotonic() - member.heardAtMs;
      if (!member.isHost && silentMs >= AWAY_MS && member.streams === 0) remove(member, 'left');
      if (member.isHost && silentMs >= HOST_GONE_MS) stopTimeline(group, 'host-gone');
      const here = isHere(member, time.monotonic());
      if (here !== member.toldHere) group.hasNews = true;
      member.toldHere = here;
    }
    const { script, timeline } = group;
    if (script && timeline.playing && positionAt(timeline, script.lengthMs, time.now()) >= script.lengthMs)
      stopTimeline(group, 'end');
    if (group.hasNews) tell(group);
  }

  function stopTimeline(group: Group, by: PausedBy): void {
    if (!group.timeline.playing) return;
    group.timeline = paused(group.timeline, by, group.script?.lengthMs ?? 0, time.now());
    tell(group);
  }

  function end(group: Group, why: GroupEnd): void {
    for (const member of [...group.members]) takeOut(member, member.isHost && why === 'left' ? 'left' : endFor(why));
    book.end(group);
  }

  function takeOut(member: GroupMember, why: GroupEnd): void {
    book.close(member, why);
    tellers.tell(member, 'over', { reason: why });
  }

  function remove(member: GroupMember, why: GroupEnd): void {
    const { group } = member;
    if (member.over !== undefined) return;
    if (member.isHost) {
      end(group, why);
      return;
    }
    takeOut(member, why);
    group.hasNews = true;
  }

  return {
    book: {
      ...book,
      make(name, host) {
        stopLooking ??= time.every(LOOK_EVERY_MS, look);
        return book.make(name, host);
      },
    },
    tellers,
    remove,
    came({ group }) {
      group.hasNews = true;
    },
    report(member, part, errorMs) {
      const isNews = member.part !== part || member.errorMs !== errorMs;
      member.part = part;
      member.errorMs = errorMs;
      if (isNews) member.group.hasNews = true;
    },
    goesAway(member) {
      member.isAway = true;
      if (member.isHost) stopTimeline(member.group, 'host-gone');
      member.group.hasNews = true;
    },
    setScript(group, script) {
      const others = book.living().reduce((sum, one) => sum + (one === group ? 0 : (one.script?.points ?? 0)), 0);
      if (others + script.points > POINTS_IN_ALL) return false;
      group.script = script;
      group.timeline = newTimeline(group.timeline.seq + 1, time.now());
      tell(group);
      return true;
    },
    setTimeline(group, update) {
      group.timeline = changed(group.timeline, update, group.script?.lengthMs ?? 0, time.now());
      tell(group);
    },
    close() {
      stopLooking?.();
      tellers.close();
      book.closeAll();
    },
  };
}

/** What the others are told when a room ends: the host's going is the end of it. */
const endFor = (why: GroupEnd): GroupEnd => (why === 'expired' ? 'expired' : 'ended');
