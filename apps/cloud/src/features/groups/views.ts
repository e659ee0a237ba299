import type { GroupView } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import { type GroupSessionMember, groupExpiresAtMs, isMemberPresent } from './group.ts';

/** A group as a member sees it (docs/group-sessions.md). */
export function toGroupView(member: GroupSessionMember, time: Time): GroupView {
  const { group } = member;
  const { script } = group;
  return {
    session_id: member.id,
    name: member.name,
    role: roleOf(member),
    group: { id: group.id, name: group.name },
    script: script ? { rev: script.rev, name: script.name, points: script.points, length_ms: script.lengthMs } : null,
    timeline: group.timeline,
    people: [...group.members].map((one) => ({
      session: one.id,
      name: one.name,
      role: roleOf(one),
      here: isMemberPresent(one, time.monotonic()),
      part: one.part,
      error_ms: one.errorMs,
    })),
    expires_at: groupExpiresAtMs(group, time.now(), time.monotonic()),
  };
}

const roleOf = ({ isHost }: GroupSessionMember) => (isHost ? 'host' : 'participant');
