import type { DeviceEvent, EventName } from '@tactus/protocol';
import type { DeviceRegistry } from '../devices/registry.ts';
import { type FrameFormat, HEARTBEAT_FRAME, type StreamEvent } from './frames.ts';
import { createRing, type Ring } from './ring.ts';

/** Where the frames of one stream go. */
export interface FrameSink {
  write(frame: Buffer): void;
  /** Writes a heartbeat, or ends the stream where it has no right to live any longer. */
  beat(frame: Buffer): void;
  /** Ends the stream. */
  end(): void;
}

/** What one stream asks for. */
export interface Subscription {
  readonly connectionKey: string;
  /** The events wanted beside `device_status`; undefined: all. */
  readonly wanted: ReadonlySet<EventName> | undefined;
  /** What the client heard last, where it tells. */
  readonly lastEventId: string | undefined;
  readonly sink: FrameSink;
}

/** Hands the events of devices to the streams that ask for them. */
export interface EventHub {
  /** Sends `device_status`, then what was missed since `lastEventId`, then events as they happen, until undone. */
  subscribe(subscription: Subscription): () => void;
  /** Sends a heartbeat to every stream. */
  beat(): void;
  /** Open streams. */
  streams(): number;
  /** Ends every stream and hears no device any more. */
  close(): void;
}

/** Events that are remembered for one device, for streams that come back. */
const RING_CAPACITY = 256;

/** One device's stream: what happened, and who listens. */
interface Channel {
  /** First part of its event ids: an id of another channel, or of another run of the cloud, resumes nothing. */
  readonly epoch: string;
  readonly ring: Ring<Remembered>;
  readonly subscriptions: Set<Subscription>;
}

/** An event that may be sent again; its bytes are made when the first stream needs them. */
interface Remembered extends StreamEvent {
  frame?: Buffer;
}

interface Options {
  readonly registry: DeviceRegistry;
  readonly format: FrameFormat;
  /** Names this run of the cloud in event ids. */
  readonly run: string;
  /** Hears how many streams an event went to. */
  readonly onSent: (name: EventName, streams: number) => void;
}

export function createEventHub({ registry, format, run, onSent }: Options): EventHub {
  const channels = new Map<string, Channel>();
  let streams = 0;
  let epochs = 0;

  function channelOf(connectionKey: string): Channel {
    let channel = channels.get(connectionKey);
    if (!channel) {
      channel = { epoch: `${run}.${epochs++}`, ring: createRing(RING_CAPACITY), subscriptions: new Set() };
      channels.set(connectionKey, channel);
    }
    return channel;
  }

  /** A channel goes with its last stream, unless its device is there to be resumed. */
  function dropIfUnused(connectionKey: string, channel: Channel): void {
    const unused = channel.subscriptions.size === 0 && !registry.get(connectionKey);
    if (unused && channels.get(connectionKey) === channel) channels.delete(connectionKey);
  }

  const stopListening = registry.onEvent((connectionKey, event) => {
    const channel = channelOf(connectionKey);
    const { ring, subscriptions } = channel;
    const sequence = ring.newest() + 1;
    const remembered: Remembered = { sequence, id: idOf(channel, sequence), connectionKey, event };
    ring.push(remembered);
    let reached = 0;
    for (const { wanted, sink } of subscriptions) {
      if (wanted && !wanted.has(event.name)) continue;
      sink.write(frameOf(remembered));
      reached += 1;
    }
    if (reached > 0) onSent(event.name, reached);
    dropIfUnused(connectionKey, channel);
  });

  function frameOf(remembered: Remembered): Buffer {
    remembered.frame ??= format(remembered);
    return remembered.frame;
  }

  function statusOf(connectionKey: string): DeviceEvent {
    const info = registry.get(connectionKey)?.info();
    return { name: 'device_status', data: info ? { connected: true, info } : { connected: false, info: undefined } };
  }

  /** What a stream that comes back missed; `device_status` carries the place from which it goes on. */
  function missedSince(lastEventId: string | undefined, { epoch, ring }: Channel) {
    const [givenEpoch, place] = /^(.+)-(\d+)$/.exec(lastEventId ?? '')?.slice(1) ?? [];
    const missed = givenEpoch === epoch ? ring.after(Number(place)) : undefined;
    return { missed: missed ?? [], place: missed ? Number(place) : ring.newest() };
  }

  return {
    subscribe(subscription) {
      const { connectionKey, wanted, lastEventId, sink } = subscription;
      const channel = channelOf(connectionKey);
      const { missed, place } = missedSince(lastEventId, channel);
      // An even sequence: the first frame is a named one in every profile (api-v3.md 4.2).
      sink.write(format({ sequence: 0, id: idOf(channel, place), connectionKey, event: statusOf(connectionKey) }));
      onSent('device_status', 1);
      for (const event of missed) {
        if (wanted && !wanted.has(event.event.name)) continue;
        sink.write(frameOf(event));
        onSent(event.event.name, 1);
      }
      channel.subscriptions.add(subscription);
      streams += 1;
      return () => {
        if (!channel.subscriptions.delete(subscription)) return;
        streams -= 1;
        dropIfUnused(connectionKey, channel);
      };
    },
    beat() {
      for (const { subscriptions } of channels.values())
        for (const { sink } of [...subscriptions]) sink.beat(HEARTBEAT_FRAME);
    },
    streams: () => streams,
    close() {
      stopListening();
      for (const { subscriptions } of channels.values()) for (const { sink } of [...subscriptions]) sink.end();
    },
  };
}

const idOf = ({ epoch }: Channel, sequence: number) => `${epoch}-${sequence}`;
