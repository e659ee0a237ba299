import type { Undo } from '@tactus/time';
import { toDeviceError } from '../errors.ts';
import { grantLocksWhenRefused } from './fallback-locks.ts';
import { type EventStream, type FrameStreamOptions, openFrameStream } from './frame-stream.ts';
import {
  errorFromOtherTab,
  type LeaderMessage,
  readTabMessage,
  type StreamMessage,
  type TabMessage,
} from './messages.ts';
import {
  type LeaderMessageBody,
  type SharedFrameKinds,
  type StreamLeader,
  startStreamLeader,
} from './stream-leader.ts';
import type { StreamRequest, StreamResumePoint } from './stream-request.ts';
import type { TabPorts } from './tab-ports.ts';

/** The options of a stream of frames that the tabs of a browser share. */
export interface SharedFrameStreamOptions
  extends SharedFrameKinds,
    Pick<FrameStreamOptions, 'fetch' | 'time' | 'random' | 'onOpen' | 'onFrame' | 'onError'> {
  readonly tabs: TabPorts;
  /** The tabs that use this name share; it is the name of a lock too, so there is no key in it. */
  readonly name: string;
  /** The connection key of the device that this tab follows. */
  readonly connectionKey: string;
  /** Whether one stream can serve several devices. */
  readonly several: boolean;
  /** Builds the request of the next attempt. */
  readonly request: (places: readonly StreamResumePoint[]) => StreamRequest;
}

/** A leader that does not answer within this time is hung. */
const ANSWER_MS = 3_000;
/** A leader that is silent for this time, though its cloud sends comments regularly, is frozen. */
const LEADER_SILENCE_MS = 60_000;
/** A leader announces itself at most this often. */
const LIFE_SIGN_MS = 5_000;
/** Frame ids that are stored, so that no frame is handled twice when the leader changes. */
const IDS_REMEMBERED = 256;

/**
 * One stream of frames for a whole browser: one of all tabs that use the same name is elected, holds the stream and broadcasts its
 * frames to the others. When it closes, another continues after the last frame. Behaves as `openFrameStream` does.
 */
export function openSharedFrameStream(options: SharedFrameStreamOptions): EventStream {
  const { time, tabs, name, connectionKey: key } = options;
  const locks = grantLocksWhenRefused(tabs.locks);
  const me = Math.trunc(options.random.next() * 2 ** 48).toString(36);
  const channel = tabs.openChannel(name);
  const keys = new Map([[me, key]]);
  const lastIds = new Map<string, string>();
  const seenIds = new Set<string>();

  let leader: StreamLeader | undefined;
  /** The current leader, as far as known. */
  let leads: string | undefined;
  let connected = false;
  let closed = false;
  let resign: Undo = () => undefined;
  let cancelSilenceTimer: Undo = () => undefined;
  let lifeSignAtMs = Number.NEGATIVE_INFINITY;
  const waiting = new AbortController();

  const post = (message: TabMessage) => {
    if (!closed) channel.postMessage(message);
  };
  const follow = (asks: boolean) => post({ kind: 'follow', who: me, key, lastEventId: lastIds.get(key), asks });

  /** As leader: sends a message to the other tabs and to this one. */
  function broadcast(word: LeaderMessageBody): void {
    lifeSignAtMs = time.monotonic();
    const message: StreamMessage = { ...word, by: me };
    post(message);
    if (word.to === undefined) take(message);
  }

  /** Applies the messages for this device, and stores the last event ids of the others. */
  function take(message: StreamMessage): void {
    if (message.to !== undefined && message.to !== me) return;
    if (message.kind === 'frame') takeFrame(message);
    else if (message.keys.includes(key)) takeStanding(message);
  }

  function takeStanding(message: Exclude<StreamMessage, { kind: 'frame' }>): void {
    connected = message.kind === 'opened';
    if (message.kind === 'opened') options.onOpen();
    else options.onError(errorFromOtherTab(message), message.final);
  }

  function takeFrame({ id, key: of, to, ...frame }: Extract<StreamMessage, { kind: 'frame' }>): void {
    if (id !== undefined) lastIds.set(of, id);
    if (of !== key) return;
    if (id !== undefined && options.kindOf(frame) !== 'snapshot') {
      // The status that the leader sends to this tab alone has the id of the newest frame, which may have come before it.
      if (to === undefined && seenIds.has(id)) return;
      seenIds.add(id);
      for (const oldest of seenIds) if (seenIds.size > IDS_REMEMBERED) seenIds.delete(oldest);
    }
    options.onFrame({ name: frame.name, data: frame.data, id });
  }

  function beginToLead(): void {
    cancelSilenceTimer();
    leads = me;
    post({ kind: 'lead', by: me, fresh: true });
    leader = startStreamLeader({
      time,
      following: { keys, lastIds },
      several: options.several,
      kindOf: options.kindOf,
      keyOf: options.keyOf,
      open: (places, hooks) => openFrameStream({ ...options, ...hooks, request: () => options.request(places()) }),
      broadcast,
      onAlive() {
        if (time.monotonic() - lifeSignAtMs < LIFE_SIGN_MS) return;
        lifeSignAtMs = time.monotonic();
        post({ kind: 'lead', by: me, fresh: false });
      },
    });
  }

  function stepDown(): void {
    leader?.close();
    leader = undefined;
  }

  function watchLeader(withinMs: number): void {
    cancelSilenceTimer();
    // At random times: one takeover is enough.
    cancelSilenceTimer = time.after(withinMs * (1 + 0.2 * options.random.next()), () => campaign(true));
  }

  /** Waits for the leader's lock; steals it from a hung leader. */
  function campaign(steal: boolean): void {
    const lockOptions = steal ? { steal } : { signal: waiting.signal };
    const term = () =>
      new Promise<void>((resolve) => {
        if (closed || leader) return resolve();
        resign = resolve;
        beginToLead();
      });
    locks.request(name, lockOptions, term).catch((thrown: unknown) => {
      if (closed) return;
      // Another tab stole the lock because this one seemed hung: follow it.
      stepDown();
      connected = false;
      options.onError(toDeviceError(thrown), false);
      follow(true);
      watchLeader(ANSWER_MS);
      campaign(false);
    });
  }

  /** As leader: adds a follower. */
  function takeIn(
    leading: StreamLeader,
    { who, key: of, lastEventId, asks }: Extract<TabMessage, { kind: 'follow' }>,
  ): void {
    leading.follows(who, { connectionKey: of, lastEventId });
    if (!asks) return;
    post({ kind: 'lead', by: me, to: who, fresh: false });
    leading.sendStatus(who, of);
  }

  function receive(message: TabMessage): void {
    switch (message.kind) {
      case 'follow':
        if (leader) takeIn(leader, message);
        else keys.set(message.who, message.key);
        return;
      case 'leave':
        if (leader) leader.leaves(message.who);
        else keys.delete(message.who);
        return;
      case 'nudge':
        leader?.nudge();
        return;
      default:
        receiveFromLeader(message);
    }
  }

  function receiveFromLeader(message: LeaderMessage): void {
    if (leader) return;
    if (message.kind === 'lead') {
      leads = message.by;
      if (message.fresh) follow(false);
    } else {
      if (leads !== undefined && message.by !== leads) return;
      take(message);
    }
    watchLeader(LEADER_SILENCE_MS);
  }

  channel.addEventListener('message', ({ data }) => {
    const message = closed ? undefined : readTabMessage(data);
    if (message) receive(message);
  });
  watchLeader(ANSWER_MS);
  campaign(false);
  follow(true);

  return {
    get connected() {
      return connected;
    },
    nudge() {
      if (leader) leader.nudge();
      else post({ kind: 'nudge' });
    },
    close() {
      post({ kind: 'leave', who: me });
      closed = true;
      connected = false;
      cancelSilenceTimer();
      stepDown();
      waiting.abort();
      resign();
      channel.close();
    },
  };
}
