import * as z from 'zod/mini';
import type { CallSummaries } from '../endpoint.ts';
import { type TactusAnswer, type TactusInput, tactusEndpoint } from './endpoint.ts';
import { cleanText, linkEntry, listOf, numberWithin, PERSON_NAME_LENGTH_MAX, personName, yesOrNo } from './fields.ts';

const SCRIPT_NAME_LENGTH_MAX = 120;
const POINTS_MIN = 2;
const POINTS_MAX = 50_000;
/** A day. */
const TIME_MAX_MS = 24 * 60 * 60_000;
const RATE_MIN = 0.25;
const RATE_MAX = 2;
const ERROR_MAX_MS = 60_000;
const PARTS = ['out', 'ready', 'in'] as const;

const role = z.catch(z.enum(['host', 'participant']), 'participant');
const text = z.catch(z.string(), '');

/** A group session as a member sees it. `at` and `expires_at` in ms since the epoch; other times in ms. */
export const groupView = z.object({
  session_id: z.string(),
  name: text,
  role,
  group: z.object({ id: text, name: text }),
  script: z.nullable(z.object({ rev: z.number(), name: z.string(), points: z.number(), length_ms: z.number() })),
  timeline: z.object({
    seq: z.number(),
    playing: z.boolean(),
    position_ms: z.number(),
    at: z.number(),
    rate: z.number().check(z.gt(0)),
    paused_by: z.catch(z.nullable(z.enum(['host', 'host-gone', 'end'])), null),
  }),
  people: z.array(
    z.object({
      session: z.string(),
      name: text,
      role,
      here: z.catch(z.boolean(), false),
      part: z.catch(z.enum(PARTS), 'out'),
      /** The estimated deviation of their device, ms; null where unknown. */
      error_ms: z.catch(z.nullable(z.number()), null),
    }),
  ),
  expires_at: z.catch(z.number(), 0),
});
/** A group session as a member sees it. */
export type GroupView = z.output<typeof groupView>;

/** A member's participation: watches, has a ready device, or lets the device follow. */
export type Participation = (typeof PARTS)[number];

/** Why a session in a group is over. */
export const groupOver = z.object({ reason: z.enum(['ended', 'expired', 'removed', 'left']) });
/** The reason why a member's session ended. */
export type GroupEndReason = z.output<typeof groupOver>['reason'];

const session = z.string().check(z.minLength(1));

const times = (name: string, max: number) =>
  listOf(
    z.int().check(z.gte(0), z.lte(max)),
    { min: 1, max: Number.POSITIVE_INFINITY },
    {
      list: `${name} must be a list of numbers`,
      item: (index) => `${name} must be whole numbers from 0 to ${max}; number ${index} is none`,
    },
  );

const script = z
  .object({ name: cleanText('name', SCRIPT_NAME_LENGTH_MAX), t: times('t', TIME_MAX_MS), x: times('x', 100) })
  .check(
    z.refine(({ t, x }) => t.length === x.length, 't and x must be of one length'),
    z.refine(
      ({ t }) => t.length >= POINTS_MIN && t.length <= POINTS_MAX,
      `A script has ${POINTS_MIN} to ${POINTS_MAX} points`,
    ),
    z.check(({ value: { t }, issues }) => {
      const fault = t.findIndex((ms, index) => index > 0 && ms <= (t[index - 1] ?? 0));
      if (fault >= 0) issues.push({ code: 'custom', message: `t must rise; point ${fault} does not`, input: t });
    }),
  );

const noSession = { SessionOver: 401 } as const;
const forHost = { ...noSession, Forbidden: 403 } as const;
const member = { credential: 'group', errors: noSession } as const;

/** Group sessions: people whose devices follow the timeline of a host (docs/group-sessions.md). */
export const groupCalls = {
  create: tactusEndpoint('POST /groups', {
    credential: 'none',
    body: z.object({
      name: personName('name', PERSON_NAME_LENGTH_MAX),
      host: personName('host', PERSON_NAME_LENGTH_MAX),
    }),
    status: 201,
    answer: z.extend(groupView, { session, secret: text, path: z.string().check(z.minLength(1)) }),
    errors: { BadRequest: 400, TooManyRequests: 429, InsufficientStorage: 507 },
  }),
  join: tactusEndpoint('POST /groups/:id/sessions', {
    credential: 'none',
    body: linkEntry,
    status: 201,
    answer: z.extend(groupView, { session }),
    errors: { BadRequest: 400, NotFound: 404, GroupFull: 409, GroupOver: 410, TooManyRequests: 429 },
  }),
  read: tactusEndpoint('GET /groups/session', { ...member, answer: groupView }),
  events: tactusEndpoint('GET /groups/session/events', {
    ...member,
    events: { group: groupView, over: groupOver },
    errors: { ...noSession, TooManyRequests: 429 },
  }),
  script: tactusEndpoint('GET /groups/session/script', {
    ...member,
    answer: z.object({ rev: z.number(), t: z.array(z.number()), x: z.array(z.number()) }),
    errors: { ...noSession, NotFound: 404 },
  }),
  report: tactusEndpoint('PUT /groups/session/report', {
    ...member,
    body: z.object({
      part: z.enum(PARTS, `part must be one of ${PARTS.join(', ')}`),
      error_ms: z.optional(z.nullable(numberWithin('error_ms', 0, ERROR_MAX_MS))),
      away: z.optional(z.nullable(yesOrNo('away'))),
    }),
    errors: { ...noSession, BadRequest: 400 },
  }),
  leave: tactusEndpoint('DELETE /groups/session', member),
  setScript: tactusEndpoint('PUT /groups/script', {
    credential: 'group',
    body: script,
    answer: groupView,
    errors: { ...forHost, BadRequest: 400, TooManyRequests: 429, InsufficientStorage: 507 },
  }),
  setTimeline: tactusEndpoint('PUT /groups/timeline', {
    credential: 'group',
    body: z.object({
      playing: z.optional(yesOrNo('playing')),
      position_ms: z.optional(numberWithin('position_ms', 0, TIME_MAX_MS)),
      rate: z.optional(numberWithin('rate', RATE_MIN, RATE_MAX)),
    }),
    answer: groupView,
    errors: { ...forHost, BadRequest: 400, NoScript: 409, TooManyRequests: 429 },
  }),
  remove: tactusEndpoint('DELETE /groups/people/:id', {
    credential: 'group',
    errors: { ...forHost, NotFound: 404 },
  }),
};

/** A host's change of the timeline; omitted fields stay. */
export type TimelineUpdate = TactusInput<typeof groupCalls.setTimeline>;
/** The answer to entering a group: the session in it, its secret and the state of the group. */
export type GroupEntry = TactusAnswer<typeof groupCalls.join>;

/** One-line summaries of these calls, for the API document. */
export const groupSummaries: CallSummaries<typeof groupCalls> = {
  create: 'Make a group session; its maker is the host',
  join: 'Exchange the secret of a link for a session in the group',
  read: 'The state of the group',
  events: 'The state of the group whenever it changes, and why the session is over',
  script: 'The points of the script that plays',
  report: 'Report participation and the estimated deviation of the device',
  leave: 'Leave; the host ends the group for everyone',
  setScript: 'Set the script that plays; all devices rest until the host plays it',
  setTimeline: 'Play, pause, seek or change the rate',
  remove: 'Remove a member',
};
