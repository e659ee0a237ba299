import {
  type CloudClock,
  createClient,
  createCloudClock,
  type Fetch,
  type Heartbeat,
  openFrameStream,
} from '@tactus/sdk';
import type { Random, Time } from '@tactus/time';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { HOME_DEVICE_API } from '../sharing/home.ts';
import { createGroupApi, type GroupApi, type GroupEntry, type GroupOver, groupOverIn } from './group-api.ts';
import { decodeGroupView, type GroupPart, type GroupView, placeOf } from './group-view.ts';
import { createHostCommands, type HostCommands } from './host-commands.ts';
import type { RoomFacts } from './room-facts.ts';

/** A room that one is in: what home sends of it, its clock, and what this browser reports of itself. */
export interface GroupRoom {
  readonly store: StoreApi<RoomFacts>;
  readonly api: GroupApi;
  readonly clock: CloudClock;
  /** The host's commands for the script and the timeline. */
  readonly host: HostCommands;
  /** Where the timeline is now, ms. */
  placeMs(): number;
  /** What is reported of this browser from now on. */
  report(part: GroupPart, errorMs: () => number | null): void;
  /** The browser says that the network is gone: whether home answers is checked now. */
  check(): void;
  /** The browser says that the network is there: what waits for its next try is tried now. */
  retry(): void;
  /** The page goes away, or another tab goes on: this room asks nothing more, and its session lives on. */
  suspend(): void;
  /** Leaves; the host ends it for everybody. */
  leave(): void;
}

const BEAT_MS = 1_000;
/** This browser reports itself to home at every so many beats. */
const REPORT_EVERY_BEATS = 2;
/** Home sends something every second: after so long without a frame it is lost. */
const SILENCE_MS = 4_000;
/** Asked whether it is there, home answers within this time or is lost. */
const CHECK_MS = 800;
const APPLICATION_ID = 'tactus-group';

/** Goes into a room with a session that has begun. */
export function openGroupRoom(parts: {
  readonly entry: GroupEntry;
  readonly fetch: Fetch;
  readonly time: Time;
  readonly random: Random;
  readonly heartbeat: Heartbeat;
}): GroupRoom {
  const { entry, fetch, time, random } = parts;
  const api = createGroupApi({ fetch, bearer: entry.bearer });
  const store = createStore<RoomFacts>()(() => ({
    ...{ state: 'inside', view: entry.view, over: undefined, points: undefined, target: undefined },
  }));
  const client = createClient({ baseUrl: HOME_DEVICE_API, apiKey: APPLICATION_ID, fetch, time });
  const clock = createCloudClock({ client, time });
  let receivedAtMs = time.monotonic();
  let beats = 0;
  let part: GroupPart = 'out';
  let errorMs: () => number | null = () => null;
  let loadingRev = 0;
  /** The stream broke, and has sent nothing since. */
  let isBroken = false;
  /** Home was asked whether it is there, and did not answer. */
  let isUnanswered = false;

  function receive(view: GroupView | undefined): void {
    if (!view) return;
    const { view: before, state } = store.getState();
    if (state === 'over') return;
    isBroken = false;
    // Frames come in order, but one may have an older script and timeline than the answer to a command.
    const { script, timeline } = view.timeline.seq < before.timeline.seq ? before : view;
    store.setState({ state: isUnanswered ? state : 'inside', view: { ...view, script, timeline } });
    void load();
  }

  /** Gets the points of another script; where that fails it is tried again with the next report. */
  async function load(): Promise<void> {
    const { view, points } = store.getState();
    const rev = view.script?.rev;
    if (rev === undefined || rev === points?.rev || rev === loadingRev) return;
    loadingRev = rev;
    try {
      const read = await api.readScript();
      // Another script may have come meanwhile, here or at home; then these are not of the one that plays.
      if (store.getState().view.script?.rev === read.rev) store.setState({ points: read });
    } catch {
      // The stream reports when home does not answer at all.
    } finally {
      if (loadingRev === rev) loadingRev = 0;
    }
  }

  function report(): void {
    api.report(part, errorMs()).catch(() => undefined); // the next one comes soon
  }

  function beat(): void {
    // A page that is hidden has slow timers: the stream itself may find its silence late.
    if (time.monotonic() - receivedAtMs > SILENCE_MS) lose();
    beats += 1;
    if (beats % REPORT_EVERY_BEATS !== 0) return;
    report();
    void load();
  }

  function lose(): void {
    if (store.getState().state === 'inside') store.setState({ state: 'lost' });
  }

  /** What was received before still holds where the stream never broke. */
  function regain(): void {
    if (!isBroken && store.getState().state === 'lost') store.setState({ state: 'inside' });
  }

  /**
   * Checks whether home answers: a stream may be silent for a while before it breaks, or go on where nothing can be asked any
   * more.
   */
  async function check(): Promise<void> {
    // Given up rather than left waiting: a browser has only so many connections to one place.
    const late = new AbortController();
    const cancelWait = time.after(CHECK_MS, () => late.abort());
    const answer = await api.read(late.signal).catch((): undefined => undefined);
    cancelWait();
    isUnanswered = answer === undefined;
    if (isUnanswered) lose();
    else regain();
  }

  function close(): void {
    stopBeats();
    stream.close();
    clock.close();
  }

  function end(over: GroupOver): void {
    if (store.getState().state === 'over') return;
    close();
    store.setState({ state: 'over', over });
  }

  const alive = () => {
    receivedAtMs = time.monotonic();
    if (isUnanswered) void check();
    else regain();
  };
  const stream = openFrameStream({
    ...{ fetch, time, random, request: api.streamRequest, silenceMs: SILENCE_MS, onAlive: alive },
    onOpen: alive,
    onFrame({ name, data }) {
      const value = readJson(data);
      if (name === 'over') end(groupOverIn(value));
      else if (name === 'group') receive(decodeGroupView(value));
    },
    onError(error, final) {
      isBroken = true;
      if (error.code === 'timeout') lose();
      if (final) end(groupOverIn(error.http?.body));
    },
  });
  const stopBeats = parts.heartbeat(BEAT_MS, beat);
  void load();

  return {
    store,
    api,
    clock,
    host: createHostCommands({ api, store }),
    placeMs() {
      const { timeline, script } = store.getState().view;
      return placeOf(timeline, script?.lengthMs ?? 0, clock.serverAt());
    },
    report(nextPart, nextErrorMs) {
      const isNews = part !== nextPart;
      part = nextPart;
      errorMs = nextErrorMs;
      if (isNews && store.getState().state !== 'over') report();
    },
    check: () => void check(),
    retry() {
      stream.nudge();
      void check();
    },
    suspend() {
      if (store.getState().state === 'over') return;
      api.goAway();
      close();
      store.setState({ state: 'over', over: undefined });
    },
    leave() {
      if (store.getState().state === 'over') return;
      api.leave();
      end('left');
    },
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // a frame that is none is no news
  }
}
