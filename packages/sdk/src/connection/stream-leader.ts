import type { Time, Undo } from '@tactus/time';
import type { DeviceError } from '../errors.ts';
import type { EventStream, FrameStreamOptions, ReceivedFrame } from './frame-stream.ts';
import type { StreamMessage } from './messages.ts';
import type { StreamResumePoint } from './stream-request.ts';

/** A message of the leader, without its id. */
export type LeaderMessageBody = StreamMessage extends infer T ? (T extends unknown ? Omit<T, 'by'> : never) : never;

/** The tab that holds the streams of a browser. */
export interface StreamLeader {
  /** Adds a follower of a device. */
  follows(who: string, place: StreamResumePoint): void;
  leaves(who: string): void;
  /** Sends one follower the status of its device. */
  sendStatus(who: string, key: string): void;
  nudge(): void;
  close(): void;
}

/** Which follower follows which device, and the last event id of each; every tab stores it, so that any can lead. */
interface Following {
  readonly keys: Map<string, string>;
  readonly lastIds: Map<string, string>;
}

/**
 * What a frame has: the whole state, with which a stream begins; news of it that replaces what was before; or an event. A tab
 * that joins receives the last frame that was no event.
 */
export type FrameKind = 'snapshot' | 'status' | 'event';

/** How the kinds of frames of a stream are distinguished. */
export interface SharedFrameKinds {
  readonly kindOf: (frame: Pick<ReceivedFrame, 'data'> & { readonly name?: string | undefined }) => FrameKind;
  /** The connection key in the payload of a frame, where frames have one; left out: a stream is of one device. */
  readonly keyOf?: ((data: string) => string | undefined) | undefined;
}

interface Options extends SharedFrameKinds {
  readonly time: Time;
  readonly following: Following;
  /** Whether one stream can serve several devices. */
  readonly several: boolean;
  readonly open: (
    places: () => readonly StreamResumePoint[],
    hooks: Pick<FrameStreamOptions, 'onOpen' | 'onFrame' | 'onAlive' | 'onError'>,
  ) => EventStream;
  readonly broadcast: (word: LeaderMessageBody) => void;
  readonly onAlive: () => void;
}

/** Followers that join or leave within this time change the stream once. */
const REGROUP_MS = 50;

/** Takes over the streams: opens those of the followed devices, and broadcasts their frames. */
export function startStreamLeader({ time, following, open, broadcast, onAlive, ...options }: Options): StreamLeader {
  const { keys, lastIds } = following;
  let several = options.several;
  let streams: { readonly keys: ReadonlySet<string>; readonly stream: EventStream }[] = [];
  /** The last message about the connection of each device, and about its stream. */
  const presence = new Map<string, Extract<LeaderMessageBody, { kind: 'frame' }>>();
  const standing = new Map<string, LeaderMessageBody>();
  /** Devices whose stream was reopened only because others joined: the same status again is not broadcast. */
  const regrouped = new Set<string>();
  let stopRegroup: Undo | undefined;

  const wanted = () => new Set(keys.values());

  function start(group: readonly string[]): void {
    const ours = new Set(group);
    const places = () => group.map((connectionKey) => ({ connectionKey, lastEventId: lastIds.get(connectionKey) }));
    const stream = open(places, {
      onAlive,
      onOpen() {
        for (const key of group) standing.set(key, { kind: 'opened', keys: [key] });
        broadcast({ kind: 'opened', keys: [...group] });
      },
      onFrame: (frame) => receiveFrame(frame, group),
      onError: (error, final) => fail(group, error, final),
    });
    streams.push({ keys: ours, stream });
  }

  function receiveFrame({ name, data, id }: ReceivedFrame, group: readonly string[]): void {
    const key = options.keyOf?.(data) ?? group[0];
    if (key === undefined || !group.includes(key)) return;
    if (id !== undefined) lastIds.set(key, id);
    const word = { kind: 'frame', key, name, data, id } as const;
    if (options.kindOf(word) !== 'event') {
      const isOld = regrouped.delete(key) && presence.get(key)?.data === data;
      presence.set(key, word);
      if (isOld) return;
    }
    broadcast(word);
  }

  function fail(group: readonly string[], error: DeviceError, final: boolean): void {
    if (final && several && group.length > 1) {
      // One device that may not be followed must not end the streams of the others.
      several = false;
      regroup();
      return;
    }
    const { code, message, retryAfterMs } = error;
    const brokenMessage = (of: readonly string[]) => ({
      kind: 'broken' as const,
      keys: [...of],
      ...{ final, code, message, retryAfterMs },
    });
    for (const key of group) {
      regrouped.delete(key);
      standing.set(key, brokenMessage([key]));
    }
    broadcast(brokenMessage(group));
  }

  /** Adjusts the streams to the followed devices. */
  function regroup(): void {
    stopRegroup?.();
    stopRegroup = undefined;
    const all = [...wanted()];
    // Only now: a device that is left and followed anew at once, as one of a new session is, keeps its stream, which reports nothing anew.
    for (const known of [presence, standing, lastIds])
      for (const key of known.keys()) if (!all.includes(key)) known.delete(key);
    const groups = several ? (all.length > 0 ? [all] : []) : all.map((key) => [key]);
    const stays = (have: ReadonlySet<string>) => groups.some((group) => isSame(group, have));
    const unchanged = streams.filter((one) => stays(one.keys));
    for (const { keys: had, stream } of streams.filter((one) => !unchanged.includes(one))) {
      if (stream.connected) for (const key of had) regrouped.add(key);
      stream.close();
    }
    streams = unchanged;
    for (const group of groups) if (!unchanged.some((one) => isSame(group, one.keys))) start(group);
  }

  function regroupSoon(): void {
    stopRegroup ??= time.after(REGROUP_MS, regroup);
  }

  regroup();

  return {
    follows(who, { connectionKey, lastEventId }) {
      const isNew = !wanted().has(connectionKey);
      keys.set(who, connectionKey);
      if (lastEventId !== undefined && !lastIds.has(connectionKey)) lastIds.set(connectionKey, lastEventId);
      if (isNew) regroupSoon();
    },
    leaves(who) {
      const key = keys.get(who);
      keys.delete(who);
      if (key === undefined || wanted().has(key)) return;
      regroupSoon();
    },
    sendStatus(who, key) {
      const [stands, present] = [standing.get(key), presence.get(key)];
      if (stands) broadcast({ ...stands, to: who });
      // Its id stands for all frames so far: a tab that joins continues from here.
      if (present) broadcast({ ...present, id: lastIds.get(key), to: who });
    },
    nudge() {
      for (const { stream } of streams) stream.nudge();
    },
    close() {
      stopRegroup?.();
      for (const { stream } of streams) stream.close();
      streams = [];
    },
  };
}

const isSame = (group: readonly string[], have: ReadonlySet<string>) =>
  group.length === have.size && group.every((key) => have.has(key));
