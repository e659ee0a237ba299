import { type GroupView, groupCalls, type Participation, readTactusEvent } from '@tactus/protocol';
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
import { APP_CLOUD_DEVICE_API } from '../sharing/app-cloud.ts';
import {
  createGroupApi,
  type GroupApi,
  type GroupOverReason,
  type GroupSessionEntry,
  groupOverReasonIn,
} from './group-api.ts';
import { createHostCommands, type HostCommands } from './host-commands.ts';
import type { RoomFacts } from './room-facts.ts';
import { timelineTimeAt } from './timeline-time.ts';

/** An open room: the state that home sends, its clock, and the reports of this browser. */
export interface GroupRoom {
  readonly store: StoreApi<RoomFacts>;
  readonly api: GroupApi;
  readonly clock: CloudClock;
  /** The host's commands for the script and the timeline. */
  readonly host: HostCommands;
  /** The present time of the timeline, ms. */
  placeMs(): number;
  /** Sets the report of this browser from now on. */
  report(part: Participation, errorMs: () => number | null): void;
  /** The browser reports that the network is gone: checks now whether home answers. */
  check(): void;
  /** The browser reports a network: pending retries run now. */
  retry(): void;
  /** The page is being closed, or another tab takes over: this room sends no more requests, and its session lives on. */
  suspend(): void;
  /** Leaves; the host ends the room for all. */
  leave(): void;
}

const BEAT_MS = 1_000;
/** This browser reports itself to home once in so many beats. */
const REPORT_EVERY_BEATS = 2;
/** Home sends a frame every second: after so long without one the connection is lost. */
const SILENCE_MS = 4_000;
/** How long home may take to answer a check before the connection counts as lost. */
const CHECK_MS = 800;
const APPLICATION_ID = 'tactus-group';

/** Opens a room with an existing session. */
export function openGroupRoom(parts: {
  readonly entry: GroupSessionEntry;
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
  const client = createClient({ baseUrl: APP_CLOUD_DEVICE_API, apiKey: APPLICATION_ID, fetch, time });
  const clock = createCloudClock({ client, time });
  let receivedAtMs = time.monotonic();
  let beats = 0;
  let part: Participation = 'out';
  let errorMs: () => number | null = () => null;
  let loadingRev = 0;
  /** The stream broke, and has sent nothing since. */
  let isBroken = false;
  /** Home did not answer a check. */
  let isUnanswered = false;

  function receive(view: GroupView): void {
    const { view: before, state } = store.getState();
    if (state === 'over') return;
    isBroken = false;
    // Frames arrive in order, but one may hold an older script and timeline than the answer to a command.
    const { script, timeline } = view.timeline.seq < before.timeline.seq ? before : view;
    store.setState({ state: isUnanswered ? state : 'inside', view: { ...view, script, timeline } });
    void load();
  }

  /** Fetches the points of another script; after a failure the next report tries again. */
  async function load(): Promise<void> {
    const { view, points } = store.getState();
    const rev = view.script?.rev;
    if (rev === undefined || rev === points?.rev || rev === loadingRev) return;
    loadingRev = rev;
    try {
      const read = await api.readScript();
      // The script may have changed meanwhile, here or at home; then these points are outdated.
      if (store.getState().view.script?.rev === read.rev) store.setState({ points: read });
    } catch {
      // The stream reports a home that does not answer at all.
    } finally {
      if (loadingRev === rev) loadingRev = 0;
    }
  }

  function report(): void {
    api.report(part, errorMs()).catch(() => undefined); // the next report follows soon
  }

  function beat(): void {
    // A hidden page has slow timers: the stream itself may notice its silence late.
    if (time.monotonic() - receivedAtMs > SILENCE_MS) lose();
    beats += 1;
    if (beats % REPORT_EVERY_BEATS !== 0) return;
    report();
    void load();
  }

  function lose(): void {
    if (store.getState().state === 'inside') store.setState({ state: 'lost' });
  }

  /** The state received before is still valid if the stream never broke. */
  function regain(): void {
    if (!isBroken && store.getState().state === 'lost') store.setState({ state: 'inside' });
  }

  /**
   * Checks whether home answers: a stream may be silent for a while before it breaks, or stay open where no request
   * succeeds any more.
   */
  async function check(): Promise<void> {
    // Aborted rather than left waiting: a browser has few connections to one host.
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

  function end(over: GroupOverReason): void {
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
    onFrame(frame) {
      const event = readTactusEvent(groupCalls.events, frame);
      if (event?.name === 'group') receive(event.data);
      else if (frame.name === 'over') end(event?.data.reason ?? 'unknown');
    },
    onError(error, final) {
      isBroken = true;
      if (error.code === 'timeout') lose();
      if (final) end(groupOverReasonIn(error.http?.body));
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
      return timelineTimeAt(timeline, script?.length_ms ?? 0, clock.serverAt());
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
