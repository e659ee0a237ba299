import * as z from 'zod/mini';
import { deviceEvents, lenientDeviceEvents } from './device.ts';
import { hampEvents } from './hamp.ts';
import { hdspEvents } from './hdsp.ts';
import { hrppEvents } from './hrpp.ts';
import { hspEvents } from './hsp.ts';
import { hstpEvents } from './hstp.ts';
import { hvpEvents } from './hvp.ts';
import { isJsonObject, parseJsonObject } from './json.ts';
import { otaEvents } from './ota.ts';
import { sliderEvents } from './slider.ts';

/** Every live event with the schema of its payload. */
export const events = {
  ...deviceEvents,
  ...hstpEvents,
  ...hampEvents,
  ...hdspEvents,
  ...hspEvents,
  ...hvpEvents,
  ...hrppEvents,
  ...sliderEvents,
  ...otaEvents,
};

/** Name of a live event. */
export type EventName = keyof typeof events;

/** Payload of a live event. */
export type EventPayload<N extends EventName> = z.output<(typeof events)[N]>;

/** A live event: its name with the payload that belongs to it. */
export type DeviceEvent = { [N in EventName]: { name: N; data: EventPayload<N> } }[EventName];

/** A live event as decoded from the stream, with the key of the device it is about where the frame says so. */
export type DecodedEvent = DeviceEvent & { connectionKey: string | undefined };

/** All event names, in the order of the contract. */
export const eventNames = Object.keys(events) as EventName[]; // Object.keys forgets the literal types

/** Whether a text names an event of the contract. */
export const isEventName = (text: string): text is EventName => Object.hasOwn(events, text);

const MAX_NESTING = 4;

/** The payloads that a client accepts for the events. */
const readable: Readonly<Record<EventName, z.core.$ZodType>> = { ...events, ...lenientDeviceEvents };

/**
 * Reads one frame of the event stream in any form that a cloud may send: named or unnamed, nested once or twice.
 * Returns `undefined` for unknown names, unknown enum values and anything else that does not fit; never throws.
 */
export function decodeEvent(frameName: string | undefined, text: string): DecodedEvent | undefined {
  const frame = parseJsonObject(text);
  if (!frame) return undefined;
  // The vendor's list names this event `mode_changed`, its example `device_mode_changed`.
  const name = [frameName, frame['type']].map((one) => String(one).replace('device_mode', 'mode')).find(isEventName);
  if (!name) return undefined;

  let connectionKey: string | undefined;
  /** The payload of an outer level, used if no deeper level fits. */
  let otherwise: { readonly data: unknown } | undefined;
  let level: unknown = frame;
  for (let depth = 0; depth < MAX_NESTING; depth++) {
    const here = asObject(level);
    if (here && typeof here['connection_key'] === 'string') connectionKey = here['connection_key'];
    const wrapped = here !== undefined && (Object.hasOwn(here, 'connection_key') || Object.hasOwn(here, 'type'));
    const holds = here !== undefined && Object.hasOwn(here, 'data');
    const payload = wrapped && holds ? undefined : payloadOf(name, normalise(name, level));
    if (payload && here && holds && isWrapper(name, here)) otherwise ??= payload;
    else if (payload) return eventOf(name, payload, connectionKey);
    if (!holds) {
      // Some events carry no payload at all; their frame then ends at the wrapper.
      return eventOf(name, otherwise ?? (wrapped ? payloadOf(name, undefined) : undefined), connectionKey);
    }
    level = here['data'];
  }
  return eventOf(name, otherwise, connectionKey);
}

function payloadOf(name: EventName, level: unknown): { readonly data: unknown } | undefined {
  const parsed = z.safeParse(readable[name], level);
  return parsed.success ? { data: parsed.data } : undefined;
}

function eventOf(
  name: EventName,
  payload: { readonly data: unknown } | undefined,
  connectionKey: string | undefined,
): DecodedEvent | undefined {
  // The name and the schema belong to the same row, which the compiler cannot follow through the look-up.
  return payload && ({ name, data: payload.data, connectionKey } as DecodedEvent);
}

/** A payload without required fields would fit its own wrapper too: a wrapper has none of the payload's fields. */
function isWrapper(name: EventName, here: Record<string, unknown>): boolean {
  const schema = readable[name];
  const fields = schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : [];
  return asObject(here['data']) !== undefined && !fields.some((field) => Object.hasOwn(here, field));
}

/** Converts payloads that clouds send in two forms to one form. */
function normalise(name: EventName, payload: unknown): unknown {
  const fields = asObject(payload);
  if (!fields) return payload;
  const inner = asObject(fields['state']);
  if (name === 'hvp_state_changed' && inner) return { ...inner, amplitude: inner['amplitude'] ?? inner['aplitude'] };
  if (name === 'ble_status_changed') return { ...fields, state: fields['state'] ?? fields['status'] };
  if (name === 'battery_changed' && typeof fields['level'] === 'number' && fields['level'] > 1)
    return { ...fields, level: fields['level'] / 100 };
  return payload;
}

const asObject = (value: unknown) => (isJsonObject(value) ? value : undefined);
