import type { GroupEndReason } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import { createDeadlineTimers } from '../../devices/deadline-timers.ts';
import { createPendingWrites } from '../../store/pending-writes.ts';
import { hasHash, hashSecret, randomText } from '../../store/secret-hash.ts';
import { GROUP_LIFE_MS, GROUP_MEMBERS_MAX, type Group, type GroupSessionMember, toGroupSessionText } from './group.ts';
import type { GroupRows, StoredGroup, StoredMember } from './group-rows.ts';
import { newTimeline, pausedTimeline } from './timeline.ts';

/** A new member, with the text of its session, which is stored nowhere else. */
export interface JoinedMember {
  readonly member: GroupSessionMember;
  readonly text: string;
}

/** The groups of this cloud and their members. They survive a restart; what has ended is remembered for a while. */
export interface GroupSessionRegistry {
  /** Makes a group with its host as a member, and stores both. Undefined when the limit is reached. */
  make(name: string, host: string): Promise<(JoinedMember & { readonly secret: string }) | undefined>;
  /** The group of a link, open or ended; a wrong secret returns the same as an unknown id. */
  open(id: string, secret: string): Group | undefined;
  /** Adds a member, and stores it; undefined where the group is full or has ended. */
  enter(group: Group, name: string): Promise<JoinedMember | undefined>;
  /** The member of a session's text, present or removed not too long ago. */
  find(text: string): GroupSessionMember | undefined;
  /** Removes a member; the reason is stored for a while. */
  close(member: GroupSessionMember, why: GroupEndReason): void;
  /** Ends a group; for a while its link still reports that it is over. */
  end(group: Group): void;
  /** The groups that have not ended. */
  living(): readonly Group[];
  closeAll(): void;
}

const ID_BYTES = 12;
/** How long an ended session or group is remembered. */
const REMEMBERED_MS = 10 * 60_000;

interface Options {
  readonly rows: GroupRows;
  readonly time: Time;
  /** The most groups at a time. */
  readonly capacity: number;
}

/** Resolves with the stored groups, all of them paused; rejects where the store cannot be read. */
export async function createGroupSessionRegistry({ rows, time, capacity }: Options): Promise<GroupSessionRegistry> {
  const groups = new Map<string, Group>();
  const members = new Map<string, GroupSessionMember>();
  const timers = createDeadlineTimers(time);
  let arriving = 0;
  const entering = createPendingWrites<Group>();

  for (const stored of await rows.load()) {
    if (time.now() >= stored.group.madeAtMs + GROUP_LIFE_MS || !stored.members.some(({ isHost }) => isHost))
      await rows.remove(stored.group);
    else await restore(stored.group, stored.members);
  }

  /** Nothing moves by itself after a restart: a timeline that played stands where it would be now. */
  async function restore(stored: StoredGroup, people: readonly StoredMember[]): Promise<void> {
    const group: Group = { ...stored, members: new Set(), isOver: false, hasNews: false };
    if (group.timeline.playing) {
      group.timeline = pausedTimeline(group.timeline, 'host-gone', group.script?.lengthMs ?? 0, time.now());
      await rows.update(group, group.timeline);
    }
    groups.set(group.id, group);
    for (const person of people) admit(newMember(group, person));
  }

  function newMember(group: Group, person: StoredMember): GroupSessionMember {
    return {
      ...{ ...person, group, part: 'out', errorMs: null, lastSeenAtMs: time.monotonic(), over: undefined },
      ...{ isAway: false, isShownHere: true },
    };
  }

  function newcomer(group: Group, name: string, isHost: boolean): JoinedMember {
    const text = toGroupSessionText(randomText());
    return { member: newMember(group, { id: randomText(ID_BYTES), textHash: hashSecret(text), name, isHost }), text };
  }

  function admit(member: GroupSessionMember): void {
    members.set(member.textHash, member);
    member.group.members.add(member);
  }

  const living = () => [...groups.values()].filter(({ isOver }) => !isOver);

  return {
    living,
    async make(name, host) {
      if (living().length + arriving >= capacity) return undefined;
      const secret = randomText();
      const group: Group = {
        // No connection key has a hyphen, so the id in an address shows that it names a group.
        ...{ id: `g-${randomText(ID_BYTES)}`, name, secretHash: hashSecret(secret), madeAtMs: time.now() },
        ...{
          members: new Set(),
          script: undefined,
          timeline: newTimeline(0, time.now()),
          isOver: false,
          hasNews: false,
        },
      };
      const joined = newcomer(group, host, true);
      arriving += 1;
      await rows.insert(group, joined.member).finally(() => {
        arriving -= 1;
      });
      groups.set(group.id, group);
      admit(joined.member);
      return { ...joined, secret };
    },
    open(id, secret) {
      const group = groups.get(id);
      return hasHash(secret, group?.secretHash) ? group : undefined;
    },
    async enter(group, name) {
      if (group.members.size + entering.count(group) >= GROUP_MEMBERS_MAX) return undefined;
      const joined = newcomer(group, name, false);
      await entering.during(group, rows.insertMember(joined.member));
      if (group.isOver) return undefined;
      admit(joined.member);
      return joined;
    },
    find: (text) => members.get(hashSecret(text)),
    close(member, why) {
      member.over = why;
      member.group.members.delete(member);
      timers.after(REMEMBERED_MS, () => members.delete(member.textHash));
    },
    end(group) {
      group.isOver = true;
      group.script = undefined;
      timers.after(REMEMBERED_MS, () => groups.delete(group.id));
    },
    closeAll: timers.close,
  };
}
