import * as z from 'zod/mini';
import { LINK_FRAME_MAX_BYTES } from './api-limits.ts';
import { deviceInfoSchema } from './device.ts';
import { type DeviceEvent, type EventName, eventNames, events } from './events.ts';

import { clockInfoSchema } from './hstp.ts';
import { parseJson } from './json.ts';
import { firmwareVersionSchema } from './ota.ts';

import { CONNECTION_KEY_PATTERN } from './scalars.ts';

/** The version of the device link that we speak; a `hello` names it. */
export const LINK_VERSION = 1;

/** Event numbers and command ids: whole, from 1; 0 is "none yet". */
const count = z.int().check(z.gte(0));
const number = z.int().check(z.gte(1));
const shortText = z.string().check(z.minLength(1), z.maxLength(128));
const message = z.string().check(z.maxLength(1_000));

/** An event as it travels. An unknown or unreadable event is undefined: its number still counts. */
const anyEvent = z.discriminatedUnion(
  'name',
  // The row of a name holds its schema; a tuple of that many rows is more than the compiler follows.
  eventNames.map((name: EventName) => z.object({ name: z.literal(name), data: events[name] })) as never,
);
const readableEvent = z.catch(z.optional(anyEvent), undefined) as z.ZodMiniType<DeviceEvent | undefined>; // as above

const wireRefusal = z.object({ code: z.int(), name: z.string().check(z.maxLength(100)), message });

const hello = z.object({
  type: z.literal('hello'),
  version: z.literal(LINK_VERSION),
  connectionKey: z.string().check(z.regex(CONNECTION_KEY_PATTERN)),
  secret: shortText,
  /** Facts of the device; absent while the device is not connected. */
  info: z.optional(deviceInfoSchema),
  /** The session to resume; absent for a new one. */
  session: z.optional(shortText),
  /** Number of the newest event that has happened. */
  position: count,
  /** The highest command id that arrived in the session; 0 for none. */
  seen: count,
});
const answer = z.object({
  type: z.literal('answer'),
  id: number,
  result: z.optional(z.unknown()),
  error: z.optional(wireRefusal),
});
const event = z.object({ type: z.literal('event'), seq: number, event: readableEvent });
const gap = z.object({ type: z.literal('gap'), seq: number, info: z.optional(deviceInfoSchema) });
const pong = z.object({ type: z.literal('pong') });

const welcome = z.object({
  type: z.literal('welcome'),
  session: shortText,
  /** Whether the session of the hello goes on. */
  resumed: z.boolean(),
  /** Number of the newest event that the cloud has: the device sends the later ones. */
  received: count,
  /** Commands that arrived at the device and whose answers the cloud still waits for. */
  waiting: z.array(number),
});
const refused = z.object({
  type: z.literal('refused'),
  code: shortText,
  message,
  retryAfterMs: z.optional(z.number().check(z.gte(0))),
});
const call = z.object({ type: z.literal('call'), id: number, name: shortText, input: z.optional(z.unknown()) });
const setClock = z.object({
  type: z.literal('setClock'),
  id: number,
  measured: z.pick(clockInfoSchema, { clock_offset: true, rtd: true }),
});
const install = z.object({ type: z.literal('install'), id: number, firmware: firmwareVersionSchema });
const ack = z.object({ type: z.literal('ack'), seq: count });
const ping = z.object({ type: z.literal('ping') });
/** With both times the hold begins or is renewed; without them it is lifted. */
const hold = z.object({
  type: z.literal('hold'),
  silentMs: z.optional(z.number().check(z.gte(0))),
  closedMs: z.optional(z.number().check(z.gte(0))),
});

const deviceFrame = z.discriminatedUnion('type', [hello, answer, event, gap, pong]);
const cloudFrame = z.discriminatedUnion('type', [welcome, refused, call, setClock, install, ack, ping, hold]);
const linkFrame = z.discriminatedUnion('type', [...deviceFrame.def.options, ...cloudFrame.def.options]);

/** The first frame of a device. */
export type LinkHello = z.output<typeof hello>;
/** The cloud's answer to a hello that it accepts. */
export type LinkWelcome = z.output<typeof welcome>;
/** A call, a clock measurement or a firmware to install; each is answered under its id. */
export type LinkCommand = z.output<typeof call> | z.output<typeof setClock> | z.output<typeof install>;
/** The outcome of a command: a result, or an error. */
export type LinkAnswer = z.output<typeof answer>;
/** An event with its number, or the notice that the events up to a number are lost. */
export type LinkEventFrame = z.output<typeof event> | z.output<typeof gap>;
/** The frames that a device sends. */
export type DeviceFrame = z.output<typeof deviceFrame>;
/** The frames that the cloud sends. */
export type CloudFrame = z.output<typeof cloudFrame>;
/** A hello of a version that we do not speak. */
interface ForeignHello {
  readonly type: 'foreign-hello';
  readonly version: number;
}
/** Any frame of the device link. */
export type LinkFrame = DeviceFrame | CloudFrame | ForeignHello;

const foreignHello = z.object({ type: z.literal('hello'), version: z.int() });

/** Reads a frame. Returns `undefined` for text that is no JSON, of no known type or of another shape; never throws. */
export function decodeLinkFrame(text: string): LinkFrame | undefined {
  const value = parseJson(text);
  const parsed = z.safeParse(linkFrame, value);
  if (parsed.success) return parsed.data;
  const foreign = z.safeParse(foreignHello, value);
  if (!foreign.success || foreign.data.version === LINK_VERSION) return undefined;
  return { type: 'foreign-hello', version: foreign.data.version };
}

/**
 * Encodes a frame as JSON in one text message. Returns `undefined` for a frame larger than the limit,
 * and throws a TypeError for values that JSON does not know.
 */
export function encodeLinkFrame(frame: DeviceFrame | CloudFrame): string | undefined {
  const text = JSON.stringify(frame);
  // A character takes three bytes at most.
  if (text.length * 3 <= LINK_FRAME_MAX_BYTES) return text;
  return new TextEncoder().encode(text).byteLength <= LINK_FRAME_MAX_BYTES ? text : undefined;
}
