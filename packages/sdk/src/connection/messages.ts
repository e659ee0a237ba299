import * as z from 'zod/mini';
import { DeviceError, deviceErrorCodes } from '../errors.ts';

/**
 * The messages between followers and the leader, which holds the streams. `to` names the only recipient, `by` the
 * leader.
 */
const frame = z.object({
  kind: z.literal('frame'),
  by: z.string(),
  to: z.optional(z.string()),
  key: z.string(),
  name: z.optional(z.string()),
  data: z.string(),
  id: z.optional(z.string()),
});
const opened = z.object({
  kind: z.literal('opened'),
  by: z.string(),
  to: z.optional(z.string()),
  keys: z.array(z.string()),
});
const broken = z.object({
  kind: z.literal('broken'),
  by: z.string(),
  to: z.optional(z.string()),
  keys: z.array(z.string()),
  final: z.boolean(),
  code: z.enum(deviceErrorCodes),
  message: z.string(),
  retryAfterMs: z.optional(z.number()),
});
/** A leader announces itself; `fresh` when it has just begun. */
const lead = z.object({ kind: z.literal('lead'), by: z.string(), to: z.optional(z.string()), fresh: z.boolean() });
/** A tab follows a device, and has received events up to an id. */
const follow = z.object({
  kind: z.literal('follow'),
  who: z.string(),
  key: z.string(),
  lastEventId: z.optional(z.string()),
  /** Whether the leader has to answer with the status. */
  asks: z.boolean(),
});
const leave = z.object({ kind: z.literal('leave'), who: z.string() });
const nudge = z.object({ kind: z.literal('nudge') });

const message = z.union([frame, opened, broken, lead, follow, leave, nudge]);

/** One message between tabs. */
export type TabMessage = z.infer<typeof message>;
/** A message that only the leader sends. */
export type LeaderMessage = Extract<TabMessage, { by: string }>;
/** A message of the leader about devices. */
export type StreamMessage = Exclude<LeaderMessage, { kind: 'lead' }>;

/** Reads a message; undefined for anything else, which another version of the app may send. */
export function readTabMessage(data: unknown): TabMessage | undefined {
  return z.safeParse(message, data).data;
}

/** The error of a stream that another tab holds. */
export const errorFromOtherTab = ({ code, message: text, retryAfterMs }: z.infer<typeof broken>): DeviceError =>
  new DeviceError(code, text, { retryAfterMs });
