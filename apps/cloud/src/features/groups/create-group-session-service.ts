import type { GroupEndReason, Participation } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import { createSseBroadcaster, type SseBroadcaster } from '../../events/sse-broadcaster.ts';
import {
  type Group,
  type GroupScript,
  type GroupSessionMember,
  groupExpiresAtMs,
  HOST_GONE_AFTER_MS,
  isMemberPresent,
  MEMBER_ABSENT_AFTER_MS,
} from './group.ts';
import { createGroupSessionRegistry, type GroupSessionRegistry } from './group-registry.ts';
import {
  newTimeline,
  type PauseCause,
  pausedTimeline,
  type TimelineUpdate,
  timelineAfterUpdate,
  timelinePositionAt,
} from './timeline.ts';
import { toGroupView } from './views.ts';

/** Groups that follow a host's timeline (docs/group-sessions.md). */
export interface GroupSessionService {
  readonly registry: Pick<GroupSessionRegistry, 'make' | 'open' | 'enter' | 'find'>;
  readonly broadcaster: SseBroadcaster<GroupSessionMember>;
  /** A member has joined, or opened or closed a stream. */
  came(member: GroupSessionMember): void;
  report(member: GroupSessionMember, part: Participation, errorMs: number | null): void;
  /** A member's page is closing, and may come back: a host's timeline is paused until then. */
  goesAway(member: GroupSessionMember): void;
  /** Sets the script that plays from now on; false where there is no room for its points. */
  setScript(group: Group, script: GroupScript): boolean;
  setTimeline(group: Group, update: TimelineUpdate): void;
  /** Removes a member; a host who leaves ends the group. */
  remove(member: GroupSessionMember, why: GroupEndReason): void;
  close(): void;
}

/** Interval between checks of the groups, and the longest silence on a stream. */
const CHECK_EVERY_MS = 1_000;
/** Limit of the points in all groups together. */
const POINTS_IN_ALL = 2_000_000;

/** Returns the groups of a cloud, none at first; members are checked for silence every second. */
export function createGroupSessionService({ time }: { readonly time: Time }): GroupSessionService {
  const registry = createGroupSessionRegistry(time);
  const broadcaster = createSseBroadcaster<GroupSessionMember>();
  let cancelChecks: (() => void) | undefined;

  function sendState(group: Group): void {
    group.hasNews = false;
    for (const member of group.members)
      if (broadcaster.hasSubscribers(member)) broadcaster.send(member, 'group', toGroupView(member, time));
  }

  /** Checks every group; the timer stops where there is none. */
  function checkAll(): void {
    const groups = registry.living();
    if (groups.length === 0) {
      cancelChecks?.();
      cancelChecks = undefined;
    }
    for (const group of groups) checkGroup(group);
    broadcaster.beat();
  }

  function checkGroup(group: Group): void {
    if (time.now() >= groupExpiresAtMs(group, time.now(), time.monotonic())) {
      end(group, 'expired');
      return;
    }
    for (const member of [...group.members]) {
      const silentMs = time.monotonic() - member.lastSeenAtMs;
      if (!member.isHost && silentMs >= MEMBER_ABSENT_AFTER_MS && member.streams === 0) remove(member, 'left');
      if (member.isHost && silentMs >= HOST_GONE_AFTER_MS) stopTimeline(group, 'host-gone');
      const here = isMemberPresent(member, time.monotonic());
      if (here !== member.isShownHere) group.hasNews = true;
      member.isShownHere = here;
    }
    const { script, timeline } = group;
    if (script && timeline.playing && timelinePositionAt(timeline, script.lengthMs, time.now()) >= script.lengthMs)
      stopTimeline(group, 'end');
    if (group.hasNews) sendState(group);
  }

  function stopTimeline(group: Group, by: PauseCause): void {
    if (!group.timeline.playing) return;
    group.timeline = pausedTimeline(group.timeline, by, group.script?.lengthMs ?? 0, time.now());
    sendState(group);
  }

  function end(group: Group, why: GroupEndReason): void {
    for (const member of [...group.members]) takeOut(member, member.isHost && why === 'left' ? 'left' : endFor(why));
    registry.end(group);
  }

  function takeOut(member: GroupSessionMember, why: GroupEndReason): void {
    registry.close(member, why);
    broadcaster.send(member, 'over', { reason: why });
  }

  function remove(member: GroupSessionMember, why: GroupEndReason): void {
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
    registry: {
      ...registry,
      make(name, host) {
        cancelChecks ??= time.every(CHECK_EVERY_MS, checkAll);
        return registry.make(name, host);
      },
    },
    broadcaster,
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
      const others = registry.living().reduce((sum, one) => sum + (one === group ? 0 : (one.script?.points ?? 0)), 0);
      if (others + script.points > POINTS_IN_ALL) return false;
      group.script = script;
      group.timeline = newTimeline(group.timeline.seq + 1, time.now());
      sendState(group);
      return true;
    },
    setTimeline(group, update) {
      group.timeline = timelineAfterUpdate(group.timeline, update, group.script?.lengthMs ?? 0, time.now());
      sendState(group);
    },
    close() {
      cancelChecks?.();
      broadcaster.close();
      registry.closeAll();
    },
  };
}

/** The reason that the other members receive when a group ends: for them it ends with the host. */
const endFor = (why: GroupEndReason): GroupEndReason => (why === 'expired' ? 'expired' : 'ended');
