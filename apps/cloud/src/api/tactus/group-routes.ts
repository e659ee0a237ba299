import { UNAUTHENTICATED_BODY } from '@tactus/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toSseFrame } from '../../events/sse-broadcaster.ts';
import { openSseStream } from '../../events/sse-stream.ts';
import { type Group, type GroupSessionMember, isGroupSessionText } from '../../features/groups/group.ts';
import { toGroupView } from '../../features/groups/views.ts';
import { shareConflict, shareGone } from '../../features/shares/guest-refusals.ts';
import { readField } from '../../http/body-field.ts';
import { clientAddressOf } from '../../http/client-address.ts';
import { insufficientStorage, tooManyTactusRequests } from '../../http/http-errors.ts';
import { readOwnerSecret } from '../../http/owner-secret.ts';
import { HttpRefusal, notFound, tactusErrorBody } from '../../http/refusal.ts';
import { createFailureLimiter } from '../../rate-limit/failure-limiter.ts';
import { createHourlyQuota } from '../../rate-limit/virtual-device-quota.ts';
import type { CloudParts } from '../parts.ts';
import { readDisplayName, readGroupScript, readMemberReport, readTimelineUpdate } from './reading-group.ts';

interface OfId {
  Params: { id: string };
}

const GROUPS_PER_HOUR = 30;
const SECRET_LENGTH_MAX = 128;

/** Group sessions (docs/group-sessions.md). Register it under `/api/tactus`, whatever the profile. */
export function mountGroups(api: FastifyInstance, parts: CloudParts): void {
  const { groups, config, time } = parts;
  const failures = createFailureLimiter(time);
  const quota = createHourlyQuota({ limit: GROUPS_PER_HOUR, time });

  /** The caller, who must be a member of a group. */
  function admit(request: FastifyRequest, reply: FastifyReply): GroupSessionMember {
    const text = readOwnerSecret(request);
    const member = isGroupSessionText(text) ? groups.registry.find(text) : undefined;
    if (!member) throw new HttpRefusal(401, UNAUTHENTICATED_BODY);
    if (member.over !== undefined)
      throw new HttpRefusal(401, {
        error: { name: 'SessionOver', message: 'This session is over', reason: member.over },
      });
    member.lastSeenAtMs = time.monotonic();
    member.isAway = false;
    reply.header('cache-control', 'no-store');
    return member;
  }

  function admitHost(request: FastifyRequest, reply: FastifyReply): GroupSessionMember {
    const member = admit(request, reply);
    if (!member.isHost) throw new HttpRefusal(403, tactusErrorBody('Forbidden', 'This is for the host'));
    return member;
  }

  /** Counts a wrong link and returns the refusal: an address with too many wrong links has to wait. */
  function wrongLink(address: string): HttpRefusal {
    const waitMs = failures.waitMs(address);
    if (waitMs > 0) return tooManyTactusRequests('Too many wrong links from this address; try again later', waitMs);
    failures.fail(address);
    return notFound('This link leads nowhere');
  }

  /** The group of a link. A right secret is accepted despite failures of its network. A wrong secret is answered like an unknown id. */
  function openRoom(request: FastifyRequest<OfId>): Group {
    const secret = readField(request.body, 'secret');
    const isText = typeof secret === 'string' && secret.length <= SECRET_LENGTH_MAX;
    const group = isText ? groups.registry.open(request.params.id, secret) : undefined;
    if (!group) throw wrongLink(clientAddressOf(config, request));
    if (group.isOver) throw shareGone('GroupOver', 'This group session is over');
    return group;
  }

  api.post('/groups', async (request, reply) => {
    const [name, host] = [readDisplayName(request.body, 'name'), readDisplayName(request.body, 'host')];
    const waitMs = config.rateLimitPerMinute === 0 ? 0 : quota.take(clientAddressOf(config, request));
    if (waitMs > 0)
      throw tooManyTactusRequests(`No more than ${GROUPS_PER_HOUR} group sessions an hour; try again later`, waitMs);
    const made = groups.registry.make(name, host);
    if (!made) throw insufficientStorage('This server has no room for another group session at the moment');
    const { member, text: session, secret } = made;
    reply.code(201).header('cache-control', 'no-store');
    return { session, secret, path: `/share/${member.group.id}#${secret}`, ...toGroupView(member, time) };
  });

  api.post<OfId>('/groups/:id/sessions', async (request, reply) => {
    const entry = groups.registry.enter(openRoom(request), readDisplayName(request.body, 'name'));
    if (!entry) throw shareConflict('GroupFull', 'As many as there is room for are here already');
    groups.came(entry.member);
    reply.code(201).header('cache-control', 'no-store');
    return { session: entry.text, ...toGroupView(entry.member, time) };
  });

  api.get('/groups/session', async (request, reply) => toGroupView(admit(request, reply), time));

  api.get('/groups/session/events', async (request, reply) => {
    const member = admit(request, reply);
    reply.hijack();
    const sink = openSseStream(reply.raw, reply.getHeaders(), () => member.over === undefined);
    const leave = groups.broadcaster.add(member, sink);
    member.streams += 1;
    groups.came(member);
    sink.write(toSseFrame('group', toGroupView(member, time)));
    sink.onClose(() => {
      leave();
      member.streams -= 1;
      groups.came(member);
    });
    parts.metrics.answered({ call: 'tactus.groups', status: 200, refusal: undefined, seconds: undefined });
    return reply;
  });

  api.get('/groups/session/script', async (request, reply) => {
    const { script } = admit(request, reply).group;
    if (!script) throw notFound('There is no script yet');
    return reply.type('application/json; charset=utf-8').send(script.text);
  });

  api.put('/groups/session/report', async (request, reply) => {
    const { part, errorMs, isAway } = readMemberReport(request.body);
    const member = admit(request, reply);
    groups.report(member, part, errorMs);
    if (isAway) groups.goesAway(member);
    return reply.code(204).send();
  });

  api.delete('/groups/session', async (request, reply) => {
    groups.remove(admit(request, reply), 'left');
    return reply.code(204).send();
  });

  api.put('/groups/script', async (request, reply) => {
    const member = admitHost(request, reply);
    const { t, x, ...facts } = readGroupScript(request.body);
    const rev = (member.group.script?.rev ?? 0) + 1;
    const text = Buffer.from(JSON.stringify({ rev, t, x }));
    if (!groups.setScript(member.group, { ...facts, rev, text }))
      throw insufficientStorage('This server has no room for so many points at the moment');
    return toGroupView(member, time);
  });

  api.put('/groups/timeline', async (request, reply) => {
    const member = admitHost(request, reply);
    const update = readTimelineUpdate(request.body);
    if (!member.group.script) throw shareConflict('NoScript', 'Choose what plays first');
    groups.setTimeline(member.group, update);
    return toGroupView(member, time);
  });

  api.delete<OfId>('/groups/people/:id', async (request, reply) => {
    const { group } = admitHost(request, reply);
    const member = [...group.members].find(({ id, isHost }) => id === request.params.id && !isHost);
    if (!member) throw notFound('There is nobody of that name here');
    groups.remove(member, 'removed');
    return reply.code(204).send();
  });
}
