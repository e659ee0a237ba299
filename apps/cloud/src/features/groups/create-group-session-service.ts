import type { GroupEndReason, Participation, TimelineUpdate } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import type { Capacity } from '../../config/capacity.ts';
import { createSseBroadcaster, type SseBroadcaster } from '../../events/sse-broadcaster.ts';
import type { Store } from '../../store/database.ts';
import { createEffectWriter } from '../../store/effect-writer.ts';
import { createKeyLocks } from '../../store/key-locks.ts';
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
import { createGroupRows } from './group-rows.ts';
import { newTimeline, type PauseCause, pausedTimeline, timelineAfterUpdate, timelinePositionAt } from './timeline.ts';
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
  /** Sets the script that plays from now on, once it is stored; false where there is no room for its points. */
  setScript(group: Group, toScript: (rev: number) => GroupScript): Promise<boolean>;
  /** Changes the timeline: a pause takes effect at once, anything else once it is stored. Rejects with `EffectNotStored` for a pause. */
  setTimeline(group: Group, update: TimelineUpdate): Promise<void>;
  /** Removes a member; a host who leaves ends the group. Rejects with `EffectNotStored` where that could not be stored. */
  remove(member: GroupSessionMember, why: GroupEndReason): Promise<void>;
  close(): void;
}

/** Interval between checks of the groups, and the longest silence on a stream. */
const CHECK_EVERY_MS = 1_000;

/** Open streams of one member; a page has one. A further one ends the oldest. */
const STREAMS_PER_MEMBER = 8;

interface Options {
  readonly store: Store;
  readonly time: Time;
  /** The most groups, and points of their scripts together. */
  readonly capacity: Pick<Capacity, 'groups' | 'groupPoints'>;
  readonly onError: (error: unknown) => void;
}

/** Resolves with the stored groups of a cloud, all of them paused; members are checked for silence every second. */
export async function createGroupSessionService({
  store,
  time,
  capacity,
  onError,
}: Options): Promise<GroupSessionService> {
  const rows = createGroupRows(store, () => time.now());
  const registry = await createGroupSessionRegistry({ rows, time, capacity: capacity.groups });
  const effects = createEffectWriter(time, onError);
  /** Serialises the changes that take effect once they are stored, by the id of the group. */
  const locked = createKeyLocks();
  let arrivingPoints = 0;
  const broadcaster = createSseBroadcaster<GroupSessionMember>(STREAMS_PER_MEMBER);
  let cancelChecks: (() => void) | undefined;
  if (registry.living().length > 0) beginChecks();

  function beginChecks(): void {
    cancelChecks ??= time.every(CHECK_EVERY_MS, checkAll);
  }

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
      end(group, 'expired').catch(onError);
      return;
    }
    for (const member of [...group.members]) {
      const silentMs = time.monotonic() - member.lastSeenAtMs;
      // Also with an open stream: the system notices only after minutes that the network of a member is gone.
      if (!member.isHost && silentMs >= MEMBER_ABSENT_AFTER_MS) remove(member, 'left').catch(onError);
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
    storeTimeline(group).catch(onError);
  }

  /** Stores the present timeline, which has taken effect. */
  function storeTimeline(group: Group): Promise<void> {
    return effects.store('The timeline is paused', () => rows.update(group, group.timeline));
  }

  async function end(group: Group, why: GroupEndReason): Promise<void> {
    for (const member of [...group.members]) takeOut(member, member.isHost && why === 'left' ? 'left' : endFor(why));
    registry.end(group);
    await effects.store('The group session is over', () => rows.remove(group));
  }

  function takeOut(member: GroupSessionMember, why: GroupEndReason): void {
    registry.close(member, why);
    broadcaster.send(member, 'over', { reason: why });
  }

  async function remove(member: GroupSessionMember, why: GroupEndReason): Promise<void> {
    const { group } = member;
    if (member.over !== undefined) return;
    if (member.isHost) return end(group, why);
    takeOut(member, why);
    group.hasNews = true;
    await effects.store('The session is over', () => rows.removeMember(member));
  }

  /** Whether there is room for the points of a script in place of the present one. */
  function hasRoomFor(group: Group, points: number): boolean {
    const others = registry.living().reduce((sum, one) => sum + (one === group ? 0 : (one.script?.points ?? 0)), 0);
    return others + arrivingPoints + points <= capacity.groupPoints;
  }

  return {
    registry: {
      ...registry,
      async make(name, host) {
        const made = await registry.make(name, host);
        beginChecks();
        return made;
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
    setScript: (group, toScript) =>
      locked(group.id, async () => {
        const script = toScript((group.script?.rev ?? 0) + 1);
        if (!hasRoomFor(group, script.points)) return false;
        arrivingPoints += script.points;
        const next = newTimeline(group.timeline.seq + 1, time.now());
        await rows.update(group, next, script).finally(() => {
          arrivingPoints -= script.points;
        });
        if (group.isOver) return true;
        const isPausedMeanwhile = group.timeline.seq >= next.seq;
        group.script = script;
        group.timeline = newTimeline(group.timeline.seq + 1, time.now());
        if (isPausedMeanwhile) await rows.update(group, group.timeline);
        sendState(group);
        return true;
      }),
    setTimeline(group, update) {
      const after = () => timelineAfterUpdate(group.timeline, update, group.script?.lengthMs ?? 0, time.now());
      if (update.playing === false) {
        group.timeline = after();
        sendState(group);
        return storeTimeline(group);
      }
      return locked(group.id, async () => {
        const before = group.timeline;
        await rows.update(group, after());
        // A pause that came meanwhile has priority.
        if (group.timeline !== before) return;
        // Members need the time until it begins from now on.
        group.timeline = after();
        sendState(group);
      });
    },
    close() {
      cancelChecks?.();
      effects.close();
      broadcaster.close();
      registry.closeAll();
    },
  };
}

/** The reason that the other members receive when a group ends: for them it ends with the host. */
const endFor = (why: GroupEndReason): GroupEndReason => (why === 'expired' ? 'expired' : 'ended');
