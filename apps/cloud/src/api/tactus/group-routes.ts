import { groupCalls, UNAUTHENTICATED_BODY } from '@tactus/protocol';
import type { FastifyInstance } from 'fastify';
import { toSseFrame } from '../../events/sse-broadcaster.ts';
import { type Group, type GroupSessionMember, isGroupSessionText } from '../../features/groups/group.ts';
import { toGroupView } from '../../features/groups/views.ts';
import { insufficientStorage, tooManyTactusRequests } from '../../http/http-errors.ts';
import { readOwnerSecret } from '../../http/owner-secret.ts';
import { HttpRefusal, notFound } from '../../http/refusal.ts';
import { UNLIMITED } from '../admission.ts';
import { openEventStream } from '../open-event-stream.ts';
import type { CloudParts } from '../parts.ts';
import { createHourlyLimit } from './hourly.ts';
import { createLinkOpener } from './link-opener.ts';
import { mountCalls, type ReceivedCall, refusalOf } from './mount-calls.ts';

const GROUPS_PER_HOUR = 30;

/** Group sessions (docs/group-sessions.md). Register it under `/api/tactus`, whatever the profile. */
export function mountGroups(api: FastifyInstance, parts: CloudParts): void {
  const { groups, time } = parts;
  const limitHourly = createHourlyLimit(parts, GROUPS_PER_HOUR, 'group sessions');

  /** The caller, who must be a member of a group. */
  function admit({ request, reply }: ReceivedCall): GroupSessionMember {
    const text = readOwnerSecret(request);
    const member = isGroupSessionText(text) ? groups.registry.find(text) : undefined;
    if (!member) throw new HttpRefusal(401, UNAUTHENTICATED_BODY);
    if (member.over !== undefined)
      throw refusalOf(groupCalls.read, 'SessionOver', 'This session is over', { reason: member.over });
    member.lastSeenAtMs = time.monotonic();
    member.isAway = false;
    reply.header('cache-control', 'no-store');
    return member;
  }

  function admitHost(call: ReceivedCall): GroupSessionMember {
    const member = admit(call);
    if (!member.isHost) throw refusalOf(groupCalls.remove, 'Forbidden', 'This is for the host');
    return member;
  }

  /**
   * Counts a change of what every member receives; throws 429 where the host sends more in a minute than a client may send
   * commands, unless it pauses what plays.
   */
  function limitChanges({ textHash, group }: GroupSessionMember, isPause: boolean): void {
    const { exceeded, limit, resetMs } = parts.windows?.count(`group ${textHash}`) ?? UNLIMITED;
    if (exceeded && !(isPause && group.timeline.playing))
      throw tooManyTactusRequests(`No more than ${limit} changes a minute; try again later`, resetMs);
  }

  const openLink = createLinkOpener(parts, groups.registry.open);

  /** The group of a link. */
  function openRoom(call: ReceivedCall<typeof groupCalls.join>): Group {
    const group = openLink(call);
    if (group.isOver) throw groupOver();
    return group;
  }

  mountCalls(api, groupCalls, {
    async create({ body, request }) {
      const { name, host } = body();
      limitHourly(request);
      const made = await groups.registry.make(name, host);
      if (!made) throw insufficientStorage('This server has no room for another group session at the moment');
      const { member, text: session, secret } = made;
      return { session, secret, path: `/share/${member.group.id}#${secret}`, ...toGroupView(member, time) };
    },

    async join(call) {
      const group = openRoom(call);
      const entry = await groups.registry.enter(group, call.body().name);
      if (!entry)
        throw group.isOver
          ? groupOver()
          : refusalOf(groupCalls.join, 'GroupFull', 'As many as there is room for are here already');
      groups.came(entry.member);
      return { session: entry.text, ...toGroupView(entry.member, time) };
    },

    read: (call) => toGroupView(admit(call), time),

    events(call) {
      const { reply } = call;
      const member = admit(call);
      const sink = openEventStream(parts, call.request, reply, () => member.over === undefined);
      const leave = groups.broadcaster.add(member, sink);
      groups.came(member);
      sink.write(toSseFrame('group', toGroupView(member, time)));
      sink.onClose(() => {
        leave();
        groups.came(member);
      });
      parts.metrics.answered({ call: 'tactus.groups', status: 200, refusal: undefined, seconds: undefined });
      return reply;
    },

    script(call) {
      const { script } = admit(call).group;
      if (!script) throw notFound('There is no script yet');
      return call.reply.type('application/json; charset=utf-8').send(script.text);
    },

    report(call) {
      const { part, error_ms: errorMs, away } = call.body();
      const member = admit(call);
      groups.report(member, part, typeof errorMs === 'number' ? Math.round(errorMs) : null);
      if (away) groups.goesAway(member);
    },

    leave: (call) => groups.remove(admit(call), 'left'),

    async setScript(call) {
      const member = admitHost(call);
      const { name, t, x } = call.body();
      limitChanges(member, false);
      const toScript = (rev: number) => ({
        ...{ rev, name, points: t.length, lengthMs: t.at(-1) ?? 0 },
        text: Buffer.from(JSON.stringify({ rev, t, x })),
      });
      if (!(await groups.setScript(member.group, toScript)))
        throw insufficientStorage('This server has no room for so many points at the moment');
      return toGroupView(member, time);
    },

    async setTimeline(call) {
      const member = admitHost(call);
      const update = call.body();
      limitChanges(member, update.playing === false);
      if (!member.group.script) throw refusalOf(groupCalls.setTimeline, 'NoScript', 'Choose what plays first');
      await groups.setTimeline(member.group, update);
      return toGroupView(member, time);
    },

    async remove(call) {
      const { group } = admitHost(call);
      const member = [...group.members].find(({ id, isHost }) => id === call.params.id && !isHost);
      if (!member) throw notFound('There is nobody of that name here');
      await groups.remove(member, 'removed');
    },
  });
}

const groupOver = () => refusalOf(groupCalls.join, 'GroupOver', 'This group session is over');
