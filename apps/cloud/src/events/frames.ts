import { randomInt } from 'node:crypto';
import type { DeviceEvent } from '@tactus/protocol';
import type { Profile } from '../config/setting-readers.ts';

/** An event of one device with its place in that device's stream. */
export interface StreamEvent {
  /** Place in the stream of this device, from 1. */
  readonly sequence: number;
  /** What `Last-Event-ID` names this event by. */
  readonly id: string;
  readonly connectionKey: string;
  readonly event: DeviceEvent;
}

/** Writes an event as it goes out. Built once, the bytes are shared by every stream. */
export type FrameFormat = (event: StreamEvent) => Buffer;

/** A comment that keeps the connection open and is no event. */
export const HEARTBEAT_FRAME = Buffer.from(':\n\n');

/** Streams that end with their cloud do not all come back in the same moment. */
const BACK_FROM_MS = 1_000;
const BACK_TO_MS = 2_000;

/** What a stream of a cloud that closes is told last: in how many milliseconds to come back. */
export const createRetryFrame = (): Buffer => Buffer.from(`retry: ${randomInt(BACK_FROM_MS, BACK_TO_MS)}\n\n`);

/** Named frames with ids (api-v3.md 4.2). */
const namedWithId: FrameFormat = ({ id, connectionKey, event }) =>
  Buffer.from(`event: ${event.name}\nid: ${id}\ndata: ${wrap(connectionKey, event)}\n\n`);

/** As the vendor's: no ids; named and unnamed frames take turns, as both forms are on record (api-v3.md 4.2). */
const vendorForms: FrameFormat = ({ sequence, id, connectionKey, event }) =>
  Buffer.from(
    sequence % 2 === 0
      ? `event: ${event.name}\ndata: ${wrap(connectionKey, event)}\n\n`
      : `data: {"id":${JSON.stringify(id)},"type":"${event.name}","data":${wrap(connectionKey, event)}}\n\n`,
  );

/** How a profile writes frames. */
export const frameFormats: Readonly<Record<Profile, FrameFormat>> = { tactus: namedWithId, vendor: vendorForms };

function wrap(connectionKey: string, { data }: DeviceEvent): string {
  return JSON.stringify({ connection_key: connectionKey, data });
}
