import { randomInt } from 'node:crypto';
import type { DeviceEvent } from '@tactus/protocol';
import type { CloudProfile } from '../config/setting-readers.ts';

/** An event of one device with its place in that device's stream. */
export interface StreamEvent {
  /** Place in the stream of this device, from 1. */
  readonly sequence: number;
  /** The value of `Last-Event-ID` for this event. */
  readonly id: string;
  readonly connectionKey: string;
  readonly event: DeviceEvent;
}

/** Serialises an event. Every stream shares the bytes. */
export type FrameSerializer = (event: StreamEvent) => Buffer;

/** A comment that prevents proxies from closing an idle connection; it is no event. */
export const HEARTBEAT_FRAME = Buffer.from(':\n\n');

/** Open streams of the owners of one device: every event of it is written to each. A further one ends the oldest. */
export const STREAMS_PER_DEVICE = 64;

/** Streams that end with their cloud reconnect at different moments. */
const BACK_FROM_MS = 1_000;
const BACK_TO_MS = 2_000;

/** The last frame of a stream whose cloud closes: the delay before reconnecting, in ms. */
const createRetryFrame = (): Buffer => Buffer.from(`retry: ${randomInt(BACK_FROM_MS, BACK_TO_MS)}\n\n`);

/** Ends streams, whose clients come back. */
export function endStreams(sinks: Iterable<FrameSink>): void {
  for (const sink of [...sinks]) {
    sink.write(createRetryFrame());
    sink.end();
  }
}

/** Named frames with ids, `{connection_key, data}`: the form that the vendor's live stream has. Every frame has both keys. */
const withId: FrameSerializer = ({ id, connectionKey, event }) =>
  Buffer.from(`event: ${event.name}\nid: ${id}\ndata: ${wrap(connectionKey, event.data ?? {})}\n\n`);

/**
 * The vendor's form: no ids; named and unnamed frames alternate, because both are on record and clients must read both. An
 * event without payload has no `data`.
 */
const vendorForms: FrameSerializer = ({ sequence, id, connectionKey, event }) =>
  Buffer.from(
    sequence % 2 === 0
      ? `event: ${event.name}\ndata: ${wrap(connectionKey, event.data)}\n\n`
      : `data: {"id":${JSON.stringify(id)},"type":"${event.name}","data":${wrap(connectionKey, event.data)}}\n\n`,
  );

/** The frame format of each profile. */
export const frameFormats: Readonly<Record<CloudProfile, FrameSerializer>> = { tactus: withId, vendor: vendorForms };

function wrap(connectionKey: string, data: unknown): string {
  return JSON.stringify({ connection_key: connectionKey, data });
}

/** The destination of the frames of one stream. */
export interface FrameSink {
  write(frame: Buffer): void;
  /** Writes a heartbeat, or ends a stream whose credential is no longer valid. */
  beat(frame: Buffer): void;
  /** Ends the stream. */
  end(): void;
}
