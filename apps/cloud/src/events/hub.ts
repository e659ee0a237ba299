import type { DeviceEvent, DeviceInfo, EventName } from '@tactus/protocol';
import type { Undo } from '@tactus/time';
import type { ChannelMember, MultiDeviceChannel } from '../devices/multi-device-channel.ts';
import type { DeviceRegistry } from '../devices/registry.ts';
import { followMembers } from './follow-members.ts';
import { createRetryFrame, type FrameFormat, HEARTBEAT_FRAME, type StreamEvent } from './frames.ts';
import { createRing, type Ring } from './ring.ts';

/** Where the frames of one stream go. */
export interface FrameSink {
  write(frame: Buffer): void;
  /** Writes a heartbeat, or ends the stream where it has no right to live any longer. */
  beat(frame: Buffer): void;
  /** Ends the stream. */
  end(): void;
}

/** What every subscription has. */
interface SubscriptionBase {
  /** The events wanted beside `device_status`; undefined: all. */
  readonly wanted: ReadonlySet<EventName> | undefined;
  readonly sink: FrameSink;
}

/** What a stream of one device asks for. */
export interface Subscription extends SubscriptionBase {
  readonly connectionKey: string;
  /** What the client heard last, where it tells. */
  readonly lastEventId: string | undefined;
  /** For a guest: what frames call the device by instead of its key. Such a stream does not make the device watched. */
  readonly guestAlias?: string;
}

/** What a stream of several devices asks for. */
export interface SeveralSubscription extends SubscriptionBase {
  readonly connectionKeys: readonly string[];
  /** What the client heard last, in any order; an id names its device by its epoch. */
  readonly lastEventIds: readonly string[];
}

/** What a stream of a channel asks for. */
export interface ChannelSubscription extends SubscriptionBase {
  readonly channel: MultiDeviceChannel;
}

/** Hands the events of devices to the streams that ask for them. */
export interface EventHub {
  /** Sends `device_status`, then what was missed since `lastEventId`, then events as they happen, until undone. */
  subscribe(subscription: Subscription): Undo;
  /** The same for several devices on one stream, one after the other. */
  subscribeSeveral(subscription: SeveralSubscription): Undo;
  /**
   * The same for all members of a channel, whose frames carry their aliases: `device_status` of each member, then events
   * as they happen. A device that joins is told as `device_status`, one that leaves as one that is not connected. The
   * end of the channel ends the stream. What was missed is not sent again.
   */
  subscribeChannel(subscription: ChannelSubscription): Undo;
  /** Tells clients of what the cloud itself knows of a device. */
  publish(connectionKey: string, event: DeviceEvent): void;
  /** Sends a heartbeat to every stream, and forgets what happened to devices that are gone. */
  beat(): void;
  /** Open streams. */
  streams(): number;
  /** Whether a stream of this device is open, guests' apart. */
  isWatched(connectionKey: string): boolean;
  /** Ends every stream and hears no device any more. */
  close(): void;
}

/** Events that are remembered for one device, for streams that come back. */
const RING_CAPACITY = 256;

/** One device's stream: what happened, and who listens. */
interface Line {
  /** First part of its event ids: an id of another line, or of another run of the cloud, resumes nothing. */
  readonly epoch: string;
  readonly ring: Ring<Remembered>;
  readonly listeners: Set<Listener>;
  /** Whether a stream was ever told an id of it. Before that, nothing of it can be resumed and nothing is kept. */
  isKnown: boolean;
}

/** A stream on one device's line. */
interface Listener extends Subscription {
  /** What frames call the device by instead of its key; such frames are not shared. */
  readonly alias: string | undefined;
}

const isOwners = ({ guestAlias }: Listener): boolean => guestAlias === undefined;

/** An event that may be sent again; its bytes are made when the first stream needs them. */
interface Remembered extends StreamEvent {
  frame?: Buffer;
}

interface Options {
  readonly registry: DeviceRegistry;
  readonly format: FrameFormat;
  /** Whether any device has a key; always true in a cloud that does not tell. */
  readonly isKnown: (connectionKey: string) => boolean;
  /** Names this run of the cloud in event ids. */
  readonly run: string;
  /** What clients hear of an event of a device; undefined: nothing. */
  readonly filterEvent: (connectionKey: string, event: DeviceEvent) => DeviceEvent | undefined;
  /** Hears how many streams an event went to. */
  readonly onSent: (name: EventName, streams: number) => void;
}

export function createEventHub({ registry, format, isKnown, run, filterEvent, onSent }: Options): EventHub {
  const lines = new Map<string, Line>();
  const sinks = new Set<FrameSink>();
  let epochs = 0;

  function lineOf(connectionKey: string): Line {
    let line = lines.get(connectionKey);
    if (!line) {
      line = { epoch: `${run}.${epochs++}`, ring: createRing(RING_CAPACITY), listeners: new Set(), isKnown: false };
      lines.set(connectionKey, line);
    }
    return line;
  }

  /** A line goes with its last stream, unless its device is there to be resumed. */
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

  /** What a stream that comes back missed; `device_status` carries the place from which it goes on. */
  function missedSince(lastEventId: string | undefined, { epoch, ring }: Line) {
    const lastPlace = placeOf(lastEventId ?? '');
    const missed = lastPlace?.epoch === epoch ? ring.after(lastPlace.sequence) : undefined;
    return { missed: missed ?? [], place: lastPlace && missed ? lastPlace.sequence : ring.newest() };
  }

  /** Sends `device_status`; `place` is where the stream goes on from. */
  function sendStatus({ connectionKey, alias, sink }: Listener, place: number, info: DeviceInfo | undefined): void {
    const isUnknown = !info && !isKnown(connectionKey);
    const data = info ? { connected: true, info } : { connected: false, ...(isUnknown && { known: false }) };
    // An even sequence: the first frame is a named one in every profile (api-v3.md 4.2).
    const frame = { sequence: 0, id: idOf(lineOf(connectionKey), place), connectionKey: alias ?? connectionKey };
    sink.write(format({ ...frame, event: { name: 'device_status', data } }));
    onSent('device_status', 1);
  }

  /** Puts a stream on a device's line, until undone. */
  function listen(listener: Listener): Undo {
    const { connectionKey, wanted, lastEventId, sink } = listener;
    const line = lineOf(connectionKey);
    const { missed, place } = missedSince(lastEventId, line);
    line.isKnown = true;
    sendStatus(listener, place, registry.get(connectionKey)?.info());
    for (const event of missed) {
      if (wanted && !wanted.has(event.event.name)) continue;
      sink.write(frameFor(listener, event));
      onSent(event.event.name, 1);
    }
    line.listeners.add(listener);
    return () => {
      if (line.listeners.delete(listener)) dropIfUnused(connectionKey, line);
    };
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
      const stopFollowing = followMembers(channel, {
        join: (member) => listen(toListener(member)),
        left: (member) => sendStatus(toListener(member), lineOf(member.connectionKey).ring.newest(), undefined),
        ended: () => sink.end(),
      });
      return open(sink, stopFollowing);
    },
    beat() {
      for (const sink of [...sinks]) sink.beat(HEARTBEAT_FRAME);
      // Nobody tells when a device that is offline is removed.
      for (const [connectionKey, line] of lines) dropIfUnused(connectionKey, line);
    },
    streams: () => sinks.size,
    isWatched: (connectionKey) => [...(lines.get(connectionKey)?.listeners ?? [])].some(isOwners),
    close() {
      unsubscribe();
      for (const sink of [...sinks]) {
        sink.write(createRetryFrame());
        sink.end();
      }
    },
  };
}

const idOf = ({ epoch }: Line, sequence: number) => `${epoch}-${sequence}`;

/** Where an id points to; undefined for what is no id. */
function placeOf(id: string): { readonly epoch: string; readonly sequence: number } | undefined {
  const [, epoch, sequence] = /^(.+)-(\d+)$/.exec(id) ?? [];
  return epoch === undefined ? undefined : { epoch, sequence: Number(sequence) };
}
