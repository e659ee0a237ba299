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

/** The last frame of a stream: the delay before reconnecting, in ms. Streams that end together reconnect at different moments. */
const retryFrameOf = (fromMs: number, toMs: number): Buffer => Buffer.from(`retry: ${randomInt(fromMs, toMs)}\n\n`);

/** Ends streams because their cloud closes; their clients come back. */
export function endStreams(sinks: Iterable<FrameSink>): void {
  for (const sink of [...sinks]) {
    sink.write(retryFrameOf(1_000, 2_000));
    sink.end();
  }
}

/** Ends a stream in favour of a newer one. A client that came back at once would end the next, and so on without end. */
export function endSurplusStream(sink: Pick<FrameSink, 'write' | 'end'>): void {
  sink.write(retryFrameOf(25_000, 35_000));
  sink.end();
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
