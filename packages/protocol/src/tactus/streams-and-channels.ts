import * as z from 'zod/mini';
import type { CallSummaries } from '../endpoint.ts';
import { CONNECTION_KEY_PATTERN } from '../scalars.ts';
import { tactusEndpoint } from './endpoint.ts';
import { listOf, wholeWithin } from './fields.ts';

const POINTS_PER_CALL_MAX = 1_000;
const MEMBERS_MAX = 32;

const own = { credential: 'secret', errors: { NotFound: 404 } } as const;
const created = { BadRequest: 400, TooManyRequests: 429, InsufficientStorage: 507 } as const;

const TIME_TEXT = 't must be a whole number of ms, 0 or more';

const points = listOf(
  z.object({ t: z.int(TIME_TEXT).check(z.gte(0, TIME_TEXT)), x: wholeWithin('x', 0, 100) }, TIME_TEXT),
  { min: 0, max: POINTS_PER_CALL_MAX },
  {
    list: `points must be a list of at most ${POINTS_PER_CALL_MAX} points`,
    item: (index, text) => `points[${index}].${text}`,
  },
).check(
  z.check(({ value, issues }) => {
    const fault = value.findIndex(({ t }, index) => t <= (value[index - 1]?.t ?? -1));
    const message = `points[${fault}].t must be later than the ${value[fault - 1]?.t} ms of the point before it`;
    if (fault >= 0) issues.push({ code: 'custom', message, input: value });
  }),
);
const pointsBody = z.object({ points: z.optional(points) });

/** Point streams: points that the cloud stores and plays (docs/streams-and-channels.md). Times in ms. */
export const streamCalls = {
  create: tactusEndpoint('POST /streams', {
    credential: 'none',
    body: pointsBody,
    status: 201,
    answer: z.object({ stream_ref: z.string(), secret: z.string() }),
    errors: created,
  }),
  append: tactusEndpoint('POST /streams/:ref/points', {
    credential: 'secret',
    body: pointsBody.check(z.refine((body) => body.points !== undefined, 'points must be a list of points')),
    answer: z.object({ points: z.number() }),
    errors: { BadRequest: 400, NotFound: 404, Conflict: 409, InsufficientStorage: 507 },
  }),
  close: tactusEndpoint('POST /streams/:ref/close', own),
  read: tactusEndpoint('GET /streams/:ref', {
    ...own,
    answer: z.object({ points: z.number(), closed: z.boolean(), last_point_time: z.nullable(z.number()) }),
  }),
  remove: tactusEndpoint('DELETE /streams/:ref', own),
};

const membersBody = z.object({
  connectionKeys: listOf(
    z.string().check(z.regex(CONNECTION_KEY_PATTERN)),
    { min: 1, max: MEMBERS_MAX },
    {
      list: `connectionKeys must be a list of 1 to ${MEMBERS_MAX} connection keys`,
      item: (index) => `connectionKeys[${index}] must be 5 to 64 letters and digits`,
    },
  ),
});
const member = z.object({ connectionKey: z.string(), alias: z.string() });
const channelView = z.object({ channel: z.string(), members: z.readonly(z.array(member)) });

/** Channels: one reference for many devices (docs/streams-and-channels.md). */
export const channelCalls = {
  create: tactusEndpoint('POST /channels', {
    credential: 'none',
    body: membersBody,
    status: 201,
    answer: z.object({ channel: z.string(), secret: z.string() }),
    errors: created,
  }),
  read: tactusEndpoint('GET /channels/:channel', { ...own, answer: channelView }),
  replace: tactusEndpoint('PUT /channels/:channel', {
    credential: 'secret',
    body: membersBody,
    answer: channelView,
    errors: { BadRequest: 400, NotFound: 404, TooManyRequests: 429 },
  }),
  end: tactusEndpoint('DELETE /channels/:channel', own),
};

/** One-line summaries of the calls of streams, for the API document. */
export const streamSummaries: CallSummaries<typeof streamCalls> = {
  create: 'Make a stream, with its first points or none',
  append: 'Append points to a stream',
  close: 'Close a stream: it takes no more points, and a device stops at its end',
  read: 'How many points a stream has, and the time of the last one',
  remove: 'Remove a stream',
};

/** One-line summaries of the calls of channels, for the API document. */
export const channelSummaries: CallSummaries<typeof channelCalls> = {
  create: 'Make a channel: one reference for many devices',
  read: 'The devices of a channel, each with its alias',
  replace: 'Replace the devices of a channel',
  end: 'End a channel',
};
