import type { DeviceEvent, DeviceInfo, EventName } from '@tactus/protocol';
import type { Undo } from '@tactus/time';
import type { ChannelMember, MultiDeviceChannel } from '../devices/multi-device-channel.ts';
import type { DeviceRegistry } from '../devices/registry.ts';
import { followChannelMembers } from './follow-members.ts';
import {
  endStreams,
  endSurplusStream,
  type FrameSerializer,
  type FrameSink,
  HEARTBEAT_FRAME,
  type StreamEvent,
} from './frames.ts';
import { createRingBuffer, type RingBuffer } from './ring-buffer.ts';

/** Fields of every subscription. */
interface SubscriptionBase {
  /** The events requested beside `device_status`; undefined: all. */
  readonly wanted: ReadonlySet<EventName> | undefined;
  readonly sink: FrameSink;
}

/** Subscription of a stream to one device. */
export interface DeviceSubscription extends SubscriptionBase {
  readonly connectionKey: string;
  /** The last event that the client received, if it states one. */
  readonly lastEventId: string | undefined;
  /** The id of the event after which the stream may resume; the client is sent none that happened before. */
  readonly resumesAfter?: string;
  /** For a guest: the name of the device in frames, instead of its key. Such a stream does not make the device watched. */
  readonly guestAlias?: string;
}

/** Subscription of a stream to several devices. */
export interface DevicesSubscription extends SubscriptionBase {
  readonly connectionKeys: readonly string[];
  /** The last events that the client received, in any order; an id names its device by its epoch. */
  readonly lastEventIds: readonly string[];
}

/** Subscription of a stream to a channel. */
export interface ChannelSubscription extends SubscriptionBase {
  readonly channel: MultiDeviceChannel;
}

/** Distributes the events of devices to subscribed streams. */
export interface EventHub {
  /** Sends `device_status`, then what was missed since `lastEventId`, then events as they happen, until undone. */
  subscribe(subscription: DeviceSubscription): Undo;
  /** The same for several devices on one stream, one after the other. */
  subscribeSeveral(subscription: DevicesSubscription): Undo;
  /**
   * The same for all members of a channel, whose frames have their aliases: `device_status` of each member, then events
   * as they happen. A device that joins is announced by `device_status`, one that leaves by a `device_status` that says not
   * connected. The end of the channel ends the stream. Missed events are not sent again.
   */
  subscribeChannel(subscription: ChannelSubscription): Undo;
  /** The id of the newest event of a device. */
  newestEventId(connectionKey: string): string;
  /** Sends an event of the cloud's own about a device. */
  publish(connectionKey: string, event: DeviceEvent): void;
  /** Sends a heartbeat to every stream, and drops the history of devices that are gone. */
  beat(): void;
  /** Number of open streams. */
  streams(): number;
  /** Whether a stream of this device is open, other than guests' streams. */
  isWatched(connectionKey: string): boolean;
  /** Ends every stream and stops listening to devices. */
  close(): void;
}

/** Number of events that are stored for one device, for streams that reconnect. */
const RING_CAPACITY = 256;

/** One device's stream: its history and its listeners. */
interface Line {
  /** First part of its event ids: an id of another line, or of another run of the cloud, resumes nothing. */
  readonly epoch: string;
  readonly ring: RingBuffer<Remembered>;
  readonly listeners: Set<Listener>;
  /** Whether a stream ever received an id of this line. Before that, no stream can resume and no events are stored. */
  isKnown: boolean;
}

/** A stream on one device's line. */
interface Listener extends DeviceSubscription {
  /** The name of the device in frames instead of its key; such frames are not shared. */
  readonly alias: string | undefined;
}

const isOwners = ({ guestAlias }: Listener): boolean => guestAlias === undefined;

/** An event that may be sent again; its bytes are built when the first stream needs them. */
interface Remembered extends StreamEvent {
  frame?: Buffer;
}

interface Options {
  readonly registry: DeviceRegistry;
  readonly format: FrameSerializer;
  /** Whether any device has a key; always true in a cloud that does not disclose it. */
  readonly isKnown: (connectionKey: string) => boolean;
  /** Names this run of the cloud in event ids. */
  readonly run: string;
  /** The event as clients receive it; undefined: nothing is sent. */
  readonly filterEvent: (connectionKey: string, event: DeviceEvent) => DeviceEvent | undefined;
  /** The most open streams of the owners of one device. */
  readonly streamsPerDevice: number;
  /** Receives the number of streams that an event went to. */
  readonly onSent: (name: EventName, streams: number) => void;
}

/** Returns a hub that sends the events of the registry's devices to streams, none at first. */
export function createEventHub(options: Options): EventHub {
  const { registry, format, isKnown, run, filterEvent, streamsPerDevice, onSent } = options;
  const lines = new Map<string, Line>();
  const sinks = new Set<FrameSink>();
  let epochs = 0;

  function lineOf(connectionKey: string): Line {
    let line = lines.get(connectionKey);
    if (!line) {
      line = {
        epoch: `${run}.${epochs++}`,
        ring: createRingBuffer(RING_CAPACITY),
        listeners: new Set(),
        isKnown: false,
      };
      lines.set(connectionKey, line);
    }
    return line;
  }

  /** Drops a line with its last stream, unless a client may resume it because its device is connected. */
  function dropIfUnused(connectionKey: string, line: Line): void {
    const unused = line.listeners.size === 0 && !registry.get(connectionKey);
    if (unused && lines.get(connectionKey) === line) lines.delete(connectionKey);
  }

  const unsubscribe = registry.onEvent((connectionKey, event) => {
    const visible = filterEvent(connectionKey, event);
    if (visible) publish(connectionKey, visible);
  });

  function publish(connectionKey: string, event: DeviceEvent): void {
    const line = lineOf(connectionKey);
    const { ring, listeners } = line;
    if (!line.isKnown) {
      ring.pass();
      dropIfUnused(connectionKey, line);
      return;
    }
    const sequence = ring.newest() + 1;
    const remembered: Remembered = { sequence, id: idOf(line, sequence), connectionKey, event };
    ring.push(remembered);
    let reached = 0;
    for (const listener of listeners) {
      if (listener.wanted && !listener.wanted.has(event.name)) continue;
      listener.sink.write(frameFor(listener, remembered));
      reached += 1;
    }
    if (reached > 0) onSent(event.name, reached);
    dropIfUnused(connectionKey, line);
  }

  /** The bytes that all streams share, or those with an alias in the key's place. */
  function frameFor({ alias }: Listener, remembered: Remembered): Buffer {
    if (alias !== undefined) return format({ ...remembered, connectionKey: alias });
    remembered.frame ??= format(remembered);
    return remembered.frame;
  }

  /** The events that a reconnected stream missed; `device_status` has the place from which it goes on. */
  function missedSince({ lastEventId, resumesAfter }: Listener, { epoch, ring }: Line) {
    const sequenceOf = (id: string | undefined) => {
      const place = placeOf(id ?? '');
      return place?.epoch === epoch ? place.sequence : undefined;
    };
    const last = sequenceOf(lastEventId);
    const sequence = last === undefined ? undefined : Math.max(last, sequenceOf(resumesAfter) ?? 0);
    const missed = sequence === undefined ? undefined : ring.after(sequence);
    return { missed: missed ?? [], place: sequence !== undefined && missed ? sequence : ring.newest() };
  }

  /** Sends `device_status`; the stream goes on from `place`. */
  function sendStatus({ connectionKey, alias, sink }: Listener, place: number, info: DeviceInfo | undefined): void {
    const isUnknown = !info && !isKnown(connectionKey);
    const data = info ? { connected: true, info } : { connected: false, ...(isUnknown && { known: false }) };
    // An even sequence: the first frame is a named one in every profile, as on the vendor's live stream.
    const frame = { sequence: 0, id: idOf(lineOf(connectionKey), place), connectionKey: alias ?? connectionKey };
    sink.write(format({ ...frame, event: { name: 'device_status', data } }));
    onSent('device_status', 1);
  }

  /** Puts a stream on a device's line, until undone. */
  function listen(listener: Listener): Undo {
    const { connectionKey, wanted, sink } = listener;
    const line = lineOf(connectionKey);
    const { missed, place } = missedSince(listener, line);
    line.isKnown = true;
    sendStatus(listener, place, registry.get(connectionKey)?.info());
    for (const event of missed) {
      if (wanted && !wanted.has(event.event.name)) continue;
      sink.write(frameFor(listener, event));
      onSent(event.event.name, 1);
    }
    line.listeners.add(listener);
    endOldestOver(line);
    return () => {
      if (line.listeners.delete(listener)) dropIfUnused(connectionKey, line);
    };
  }

  /** Ends the owners' oldest stream of a device where they have too many: most likely no page reads it any more. */
  function endOldestOver({ listeners }: Line): void {
    if (listeners.size <= streamsPerDevice) return;
    const [oldest, ...others] = [...listeners].filter(isOwners);
    if (!oldest || others.length < streamsPerDevice) return;
    listeners.delete(oldest);
    endSurplusStream(oldest.sink);
  }

  /** Counts a stream as open until it leaves. */
  function open(sink: FrameSink, leave: Undo): Undo {
    sinks.add(sink);
    return () => {
      leave();
      sinks.delete(sink);
    };
  }

  return {
    publish,
    newestEventId(connectionKey) {
      const line = lineOf(connectionKey);
      return idOf(line, line.ring.newest());
    },
    subscribe: (subscription) => open(subscription.sink, listen({ ...subscription, alias: subscription.guestAlias })),
    subscribeSeveral({ connectionKeys, lastEventIds, wanted, sink }) {
      const lastIdByEpoch = new Map(lastEventIds.map((id) => [placeOf(id)?.epoch, id]));
      const undos = connectionKeys.map((connectionKey) => {
        const lastEventId = lastIdByEpoch.get(lineOf(connectionKey).epoch);
        return listen({ connectionKey, lastEventId, wanted, sink, alias: undefined });
      });
      return open(sink, () => {
        for (const undo of undos) undo();
      });
    },
    subscribeChannel({ channel, wanted, sink }) {
      const toListener = (member: ChannelMember) => ({ ...member, wanted, sink, lastEventId: undefined });
      const stopFollowing = followChannelMembers(channel, {
        join: (member) => listen(toListener(member)),
        left: (member) => sendStatus(toListener(member), lineOf(member.connectionKey).ring.newest(), undefined),
        ended: () => sink.end(),
      });
      return open(sink, stopFollowing);
    },
    beat() {
      for (const sink of [...sinks]) sink.beat(HEARTBEAT_FRAME);
      // A device that is offline is removed without an event.
      for (const [connectionKey, line] of lines) dropIfUnused(connectionKey, line);
    },
    streams: () => sinks.size,
    isWatched: (connectionKey) => [...(lines.get(connectionKey)?.listeners ?? [])].some(isOwners),
    close() {
      unsubscribe();
      endStreams(sinks);
    },
  };
}

const idOf = ({ epoch }: Line, sequence: number) => `${epoch}-${sequence}`;

/** The place of an id; undefined for a malformed id. */
function placeOf(id: string): { readonly epoch: string; readonly sequence: number } | undefined {
  const [, epoch, sequence] = /^(.+)-(\d+)$/.exec(id) ?? [];
  return epoch === undefined ? undefined : { epoch, sequence: Number(sequence) };
}
