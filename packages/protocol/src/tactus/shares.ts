import * as z from 'zod/mini';
import type { CallSummaries } from '../endpoint.ts';
import { tactusEndpoint } from './endpoint.ts';
import { cleanText, linkEntry, listOf, numberWithin, wholeWithin } from './fields.ts';
import { GUEST_MODES, type GuestMode } from './guest-modes.ts';
import { guestModesSchema, shareLimitsSchema } from './share-limits.ts';

const SHARE_NAME_LENGTH_MAX = 64;
const MINUTE_MS = 60_000;
const EXPIRES_MAX_MS = 30 * 24 * 60 * MINUTE_MS;
const SESSION_MINUTES_MAX = 720;
const USES_MAX = 1_000;
const VIEWERS_MAX = 16;
const ROUND_TRIP_MAX_MS = 60_000;

const text = z.catch(z.string(), '');
const textOrNull = z.catch(z.nullable(z.string()), null);
const no = z.catch(z.boolean(), false);
const role = z.enum(['controller', 'viewer']);

/** Who has control of a shared device. */
export const controlView = z.object({
  session: textOrNull,
  name: textOrNull,
  holding: no,
  /** Who started the last motion of the device, also after the hold: a guest, or an owner with the key. */
  driven_by: z.catch(z.enum(['guest', 'owner']), 'owner'),
  /** The owner has taken control back, and gives it again by hand. */
  locked: no,
});
/** Who has control of a shared device. */
export type ShareControl = z.output<typeof controlView>;

/** The state without a controller. */
export const NO_CONTROL: ShareControl = {
  session: null,
  name: null,
  holding: false,
  driven_by: 'owner',
  locked: false,
};

/** A link that shares a device, as its owner sees it. */
export const shareView = z.object({
  id: z.string(),
  name: text,
  allow: guestModesSchema,
  limits: shareLimitsSchema,
  uses: z.catch(z.nullable(z.number()), null),
  used: z.catch(z.number(), 0),
  viewers: z.catch(z.number(), 0),
  created_at: z.catch(z.number(), 0),
  expires_at: z.number(),
  minutes_end_at: z.catch(z.nullable(z.number()), null),
  guests: z.catch(
    z.array(
      z.object({
        session: z.string(),
        name: text,
        role: z.catch(role, 'viewer'),
        here: no,
        holding: no,
        asks: no,
        /** The guest presses Stop more often than the cloud passes on to a device at rest. */
        floods: no,
        joined_at: z.catch(z.number(), 0),
        session_ends_at: z.catch(z.number(), 0),
        /** How long a guest's command takes to the device and back, ms; null where unknown. */
        rtt_ms: z.catch(z.nullable(z.number()), null),
      }),
    ),
    [],
  ),
});
/** A link that shares a device, as its owner sees it. Instants in ms since the epoch. */
export type ShareView = z.output<typeof shareView>;

/** The shares of a device and who has control. */
export const ownerView = z.object({ shares: z.array(shareView), control: z.catch(controlView, NO_CONTROL) });
/** The shares of a device and who has control, as its owner sees them. */
export type ShareOwnerView = z.output<typeof ownerView>;

/** A line of the owner's log; the cloud stores none. `at` in ms since the epoch. */
export const shareAuditEntry = z.object({
  at: z.number(),
  share: textOrNull,
  session: textOrNull,
  who: text,
  what: z.string(),
  detail: z.catch(z.optional(z.string()), undefined),
});
/** A line of the owner's log. `at` in ms since the epoch. */
export type ShareAuditEntry = z.output<typeof shareAuditEntry>;

const guestName = z.object({ session: z.string(), name: z.string() });

/** The session of a guest, as the guest sees it. */
export const guestView = z.object({
  id: z.string(),
  alias: z.string(),
  name: text,
  share: z.object({ id: z.string(), name: text }),
  role,
  holding: no,
  asks: no,
  controller: z.catch(z.nullable(guestName), null),
  /** The owner has taken control back; only the owner can give it again. */
  locked: no,
  /** The guests who request control; sent to the controller alone. */
  asking: z.catch(z.array(guestName), []),
  allow: guestModesSchema,
  limits: shareLimitsSchema,
  expires_at: z.number(),
  session_ends_at: z.number(),
});
/** The session of a guest, as the guest sees it. Instants in ms since the epoch. */
export type GuestView = z.output<typeof guestView>;

/** Why the session of a guest is over. */
export const guestSessionOver = z.object({ reason: z.enum(['revoked', 'expired', 'time-over', 'removed', 'left']) });
/** The reason why the session of a guest ended. */
export type GuestSessionEnd = z.output<typeof guestSessionOver>['reason'];

const ALLOW_TEXT = `allow must list one or more of ${GUEST_MODES.join(', ')}, each once`;

const listed = listOf(
  z.enum(GUEST_MODES),
  { min: 1, max: GUEST_MODES.length },
  { list: ALLOW_TEXT, item: () => ALLOW_TEXT },
).check(z.refine((modes) => new Set(modes).size === modes.length, ALLOW_TEXT));

const allow = z.pipe(
  // A client may send a read-only list; the schema of one would be in the first load of the app.
  listed as z.ZodMiniType<readonly GuestMode[], readonly GuestMode[]>,
  z.transform((modes): readonly GuestMode[] => GUEST_MODES.filter((mode) => modes.includes(mode))),
);

const stroke = z
  .object(
    { min: numberWithin('limits.stroke.min', 0, 1), max: numberWithin('limits.stroke.max', 0, 1) },
    'limits.stroke.min must be a number from 0 to 1',
  )
  .check(z.refine(({ min, max }) => min < max, 'limits.stroke.min must be below limits.stroke.max'));

/** The terms of a share; a new one has the defaults of docs/sharing.md for what is left out, an existing one keeps what it has. */
const terms = z.object({
  name: z.optional(z.nullable(cleanText('name', SHARE_NAME_LENGTH_MAX))),
  limits: z.optional(
    z.object(
      {
        stroke: z.optional(stroke),
        speed: z.optional(z.nullable(numberWithin('limits.speed', 0, 1))),
        intensity: z.optional(z.nullable(numberWithin('limits.intensity', 0, 1))),
        sessionMinutes: z.optional(z.nullable(wholeWithin('limits.sessionMinutes', 1, SESSION_MINUTES_MAX))),
      },
      'limits must be an object',
    ),
  ),
  allow: z.optional(allow),
  uses: z.optional(z.nullable(wholeWithin('uses', 1, USES_MAX))),
  viewers: z.optional(z.nullable(wholeWithin('viewers', 0, VIEWERS_MAX))),
  expiresInMs: z.optional(wholeWithin('expiresInMs', MINUTE_MS, EXPIRES_MAX_MS)),
});

const owner = { credential: 'owner', errors: { BadRequest: 400 } } as const;
const ownerOfShare = { credential: 'owner', errors: { BadRequest: 400, NotFound: 404 } } as const;

/** Sharing of a device, the owner's side (docs/sharing.md). `PUT /shares/control` is among the calls of guests. */
export const shareCalls = {
  create: tactusEndpoint('POST /shares', {
    credential: 'owner',
    body: terms,
    status: 201,
    answer: z.extend(shareView, { secret: text, path: z.string() }),
    errors: { BadRequest: 400, NotFound: 404, IdempotencyKeyReused: 422, InsufficientStorage: 507 },
    isMadeOnce: true,
  }),
  list: tactusEndpoint('GET /shares', { ...owner, answer: ownerView }),
  change: tactusEndpoint('PATCH /shares/:id', { ...ownerOfShare, body: terms, answer: shareView }),
  revoke: tactusEndpoint('DELETE /shares/:id', ownerOfShare),
  removeGuest: tactusEndpoint('DELETE /shares/:id/sessions/:session', ownerOfShare),
  events: tactusEndpoint('GET /shares/events', { ...owner, events: { shares: ownerView, audit: shareAuditEntry } }),
};

// A guest who is not there, whatever the value.
const guestId = z.catch(z.nullable(z.string()), '');
const roundTrip = z.catch(z.optional(z.int().check(z.gte(0), z.lte(ROUND_TRIP_MAX_MS))), undefined);

const noSession = { SessionOver: 401 } as const;
const guest = { credential: 'guest', errors: noSession } as const;
const noHold = { ...noSession, NotController: 409, StoppedJustNow: 409, HeldElsewhere: 409 } as const;
const holdOver = { HoldLapsed: 410, HoldLetGo: 410 } as const;
const holdRenewed = z.object({ expires_at: z.number() });

/** Sharing of a device, the guest's side (docs/sharing.md). */
export const guestCalls = {
  enter: tactusEndpoint('POST /shares/:id/sessions', {
    credential: 'none',
    body: linkEntry,
    status: 201,
    answer: z.extend(guestView, { session: z.string().check(z.minLength(1)) }),
    errors: {
      ...{ BadRequest: 400, NameReserved: 400, NotFound: 404, ShareFull: 409, TooManyRequests: 429 },
      ...{ ShareExpired: 410, ShareRevoked: 410, ShareTimeOver: 410, ShareUsedUp: 410 },
    },
  }),
  read: tactusEndpoint('GET /shares/session', { ...guest, answer: guestView }),
  events: tactusEndpoint('GET /shares/session/events', {
    ...guest,
    events: { session: guestView, over: guestSessionOver },
    errors: { ...noSession, TooManyRequests: 429 },
  }),
  leave: tactusEndpoint('DELETE /shares/session', guest),
  take: tactusEndpoint('POST /shares/control', {
    credential: 'guest',
    body: z.object({ rtt_ms: roundTrip }),
    status: 201,
    answer: z.extend(holdRenewed, { ttl_ms: z.number(), renew_every_ms: z.number(), back_within_ms: z.number() }),
    errors: { ...noHold, ...holdOver },
  }),
  /** Of a guest: renews the hold. Of an owner, by the credential of one: gives control to a guest, or with null takes it back. */
  setControl: tactusEndpoint('PUT /shares/control', {
    credential: 'guest',
    body: z.object({ rtt_ms: roundTrip, session: z.optional(guestId) }),
    answer: z.union([holdRenewed, controlView]),
    errors: { ...noHold, ...holdOver, BadRequest: 400, NotFound: 404 },
  }),
  release: tactusEndpoint('DELETE /shares/control', guest),
  requestControl: tactusEndpoint('POST /shares/control/ask', { ...guest, answer: z.object({ granted: z.boolean() }) }),
  withdrawRequest: tactusEndpoint('DELETE /shares/control/ask', guest),
  passControl: tactusEndpoint('POST /shares/control/hand', {
    credential: 'guest',
    body: z.object({ session: guestId }),
    errors: { ...noSession, BadRequest: 400, NotController: 409 },
  }),
};

/** One-line summaries of the owner's calls, for the API document. */
export const shareSummaries: CallSummaries<typeof shareCalls> = {
  create: 'Share the device by a link',
  list: 'The shares of the device, their guests and who has control',
  change: 'Change the terms of a share; omitted fields stay',
  revoke: 'End a share and the sessions of its guests',
  removeGuest: 'Remove a guest; the link stays valid',
  events: 'The shares whenever they change, and the lines of the log',
};

/** One-line summaries of the guest's calls, for the API document. */
export const guestSummaries: CallSummaries<typeof guestCalls> = {
  enter: 'Exchange the secret of a link for a session',
  read: 'The session: who has control, what is allowed, and until when',
  events: 'The session whenever it changes, and why it is over',
  leave: 'Leave; motion of this session stops',
  take: 'Take the hold of the device, which lets the guest with control move it',
  setControl: 'Renew the hold; by the credential of an owner: give control to a guest, or with null take it back',
  release: 'Release the hold; motion of this session stops',
  requestControl: 'Ask for control; a guest who is alone has it at once',
  withdrawRequest: 'Withdraw the request for control',
  passControl: 'Pass control to another guest',
};
