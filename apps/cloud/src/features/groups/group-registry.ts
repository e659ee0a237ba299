import type { GroupEndReason } from '@tactus/protocol';
import type { Time, Undo } from '@tactus/time';
import { hasHash, hashSecret, randomText } from '../../store/secret-hash.ts';
import { GROUP_MEMBERS_MAX, type Group, type GroupSessionMember, toGroupSessionText } from './group.ts';
import { newTimeline } from './timeline.ts';

/** A new member, with the text of its session, which is stored nowhere else. */
export interface JoinedMember {
  readonly member: GroupSessionMember;
  readonly text: string;
}

/** The groups of this cloud and their members; in memory only. */
export interface GroupSessionRegistry {
  /** Makes a group with its host as a member. Undefined when the limit is reached. */
  make(name: string, host: string): (JoinedMember & { readonly secret: string }) | undefined;
  /** The group of a link, open or ended; a wrong secret returns the same as an unknown id. */
  open(id: string, secret: string): Group | undefined;
  /** Adds a member; undefined where the group is full. */
  enter(group: Group, name: string): JoinedMember | undefined;
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
const GROUPS_MAX = 200;
/** How long an ended session or group is remembered. */
const REMEMBERED_MS = 10 * 60_000;

/** Returns a registry of groups and members, none at first. */
export function createGroupSessionRegistry(time: Time): GroupSessionRegistry {
  const groups = new Map<string, Group>();
  const members = new Map<string, GroupSessionMember>();
  const timers = new Set<Undo>();

  function later(run: () => void): void {
    const undo = time.after(REMEMBERED_MS, () => {
      timers.delete(undo);
      run();
    });
    timers.add(undo);
  }

  function join(group: Group, name: string, isHost: boolean): JoinedMember {
    const text = toGroupSessionText(randomText());
    const member: GroupSessionMember = {
      ...{ id: randomText(ID_BYTES), textHash: hashSecret(text), name, isHost, group },
      ...{ part: 'out', errorMs: null, lastSeenAtMs: time.monotonic(), streams: 0, over: undefined },
      ...{ isAway: false, isShownHere: true },
    };
    members.set(member.textHash, member);
    group.members.add(member);
    return { member, text };
  }

  const living = () => [...groups.values()].filter(({ isOver }) => !isOver);

  return {
    living,
    make(name, host) {
      if (living().length >= GROUPS_MAX) return undefined;
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
      groups.set(group.id, group);
      return { ...join(group, host, true), secret };
    },
    open(id, secret) {
      const group = groups.get(id);
      return hasHash(secret, group?.secretHash) ? group : undefined;
    },
    enter: (group, name) => (group.members.size >= GROUP_MEMBERS_MAX ? undefined : join(group, name, false)),
    find: (text) => members.get(hashSecret(text)),
    close(member, why) {
      member.over = why;
      member.group.members.delete(member);
      later(() => members.delete(member.textHash));
    },
    end(group) {
      group.isOver = true;
      group.script = undefined;
      later(() => groups.delete(group.id));
    },
    closeAll() {
      for (const undo of timers) undo();
      timers.clear();
    },
  };
}
