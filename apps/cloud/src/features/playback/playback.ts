import {
  clockOf,
  createFeeder,
  type FeederEvent,
  type FeederRequest,
  feed,
  type LoopedSource,
  loopsInDevice,
  type PointSource,
  withNewSource,
} from '@tactus/motion';
import { type DeviceEvent, DeviceMode, DeviceRefusal, errorKinds, HspPlayState, type HspState } from '@tactus/protocol';
import type { Time, Undo } from '@tactus/time';
import type { Turns } from '../../rate-limit/turns.ts';
import { nextLapAtMs } from './player-clock.ts';
import type { PointPlayer, PointPlayOptions } from './point-player.ts';

/** What is played: once, and, where all of it is known, as an endless loop. */
export interface PlaybackContent {
  readonly once: PointSource;
  readonly looped: LoopedSource | undefined;
  /** Hears that the content has grown or ended, until undone. */
  onChange(listener: () => void): Undo;
}

interface Options {
  readonly content: PlaybackContent;
  /** Whether clients hear the point player's events of this playback. */
  readonly notify: boolean;
  readonly player: PointPlayer;
  readonly time: Time;
  readonly turns: Turns;
  /** Tells clients of what the cloud knows and the device does not. */
  readonly publish: (event: DeviceEvent) => void;
  /** The device plays something else now. */
  readonly onLost: () => void;
}

/** The streaming of one content to one device: fills the device's buffer, hears its events, knows the end. */
export interface CloudPlayback {
  /** Sets the device up and brings the first points; gives the state with them. */
  start(): Promise<HspState>;
  /** Over once the device has told what it holds, where it was away. */
  returned(): Promise<void>;
  /** Sends what is to be sent before it returns. */
  play(options: PointPlayOptions, timeoutMs: number): Promise<HspState>;
  /** What a client is told of a state of the device's player: in a loop, times of the script instead of the endless stream. */
  toClient(state: HspState): HspState;
  /** A call of the point player gave this state. */
  observe(state: HspState): void;
  /** What clients hear of an event of the device; undefined: nothing. */
  filterEvent(event: DeviceEvent): DeviceEvent | undefined;
  /** Sends nothing any more; what the device holds it plays. */
  release(): void;
}

/** One socket to the device keeps order, so several requests may be under way. */
const FEEDING = { pointsPerAdd: 100, maxInFlight: 3, aheadLimitMs: Infinity, liveTickMs: 100 };

/** At most one `hsp_looping` in so long (api-v3.md 4.4). */
const LOOPING_EVERY_MS = 500;

type Happened = FeederEvent extends infer E ? (E extends { atMs: number } ? Omit<E, 'atMs'> : never) : never;

export function createPlayback({ content, notify, player, time, turns, publish, onLost }: Options): CloudPlayback {
  let source: PointSource = content.once;
  let feeder = createFeeder(FEEDING);
  /** Undefined until the device has set the stream up: what it tells before that is of another one. */
  let streamId: number | undefined;
  let playing: { readonly options: PointPlayOptions; readonly timeoutMs: number } | undefined;
  let lapReportedAtMs = -Infinity;
  let isAway = false;
  let isReleased = false;
  /** The last point of a content that may still grow is played. */
  let dry: HspState | undefined;
  /** Plays that the device has not answered: what it tells until then is of the time before them. */
  let playsUnderway = 0;
  let endedMeanwhile = false;
  let returning: Promise<void> = Promise.resolve();
  let cancelWake: Undo = () => undefined;
  let cancelLap: Undo = () => undefined;
  const unsubscribe = content.onChange(() => {
    dispatch({ type: 'points' });
    if (dry) finishIfPlayed(dry);
  });

  /** Tells the feeder what happened, and does what follows. Gives the answers to what was sent. */
  function dispatch(happened: Happened): readonly Promise<HspState>[] {
    if (isReleased) return [];
    // The instant is added to an event of the very union it is taken from.
    const feeding = feed(feeder, source, { ...happened, atMs: time.now() } as FeederEvent);
    feeder = feeding.state;
    cancelWake();
    const { wakeAtMs } = feeding;
    if (wakeAtMs !== undefined && !isAway)
      cancelWake = time.after(Math.max(0, wakeAtMs - time.now()), () => void dispatch({ type: 'wake' }));
    return feeding.requests.map(send);
  }

  function send(request: FeederRequest): Promise<HspState> {
    const { id } = request;
    const answer = execute(request).then(
      (state) => {
        if (state.stream_id !== streamId) lose();
        else {
          reportEnd(request, { type: 'answered', id, report: state });
          // What came too late is never played, and nobody tells of that. At once: later this state may be of the play before.
          if (state.play_state === HspPlayState.STARVING) finishIfPlayed(state);
        }
        return state;
      },
      (error: unknown) => {
        reportEnd(request, { type: 'failed', id });
        throw error;
      },
    );
    // Whoever waits for it hears of a failure there; the feeder is told by itself.
    answer.catch(() => undefined);
    return answer;
  }

  /** More points follow an answer: each time in another turn, or a device that answers at once is filled in a single one. */
  function reportEnd({ kind }: FeederRequest, happened: Happened): void {
    if (kind === 'add') void turns.next().then(() => dispatch(happened));
    else dispatch(happened);
  }

  function execute(request: FeederRequest): Promise<HspState> {
    if (request.kind === 'add') return player.add(request);
    if (request.kind === 'read' || !playing) return player.read();
    return player.play(playing.options, request, playing.timeoutMs);
  }

  function lose(): void {
    if (isReleased) return;
    release();
    onLost();
  }

  function release(): void {
    isReleased = true;
    cancelWake();
    cancelLap();
    unsubscribe();
  }

  const isLooped = () => source === content.looped;

  function toClient(state: HspState): HspState {
    const { looped } = content;
    if (!looped || !isLooped()) return state;
    return { ...state, loop: true, current_time: Math.round(looped.scriptMsAt(state.current_time)) };
  }

  function observe(state: HspState): void {
    if (streamId === undefined) return;
    if (state.stream_id !== streamId) {
      lose();
      return;
    }
    if (state.play_state !== HspPlayState.STARVING) dry = undefined;
    if (state.play_state === HspPlayState.STOPPED) dispatch({ type: 'stop' });
    else dispatch({ type: 'clock', clock: clockOf(state, time.now()) });
    waitForLap();
  }

  /** The device cannot know where the laps of an endless stream begin. */
  function waitForLap(): void {
    cancelLap();
    const { looped } = content;
    if (!notify || !looped || !isLooped() || feeder.mode !== 'playing' || feeder.clock.rate === 0) return;
    const nowMs = time.now();
    const lapAtMs = nextLapAtMs(looped, feeder.clock, Math.max(nowMs + 1, lapReportedAtMs + LOOPING_EVERY_MS));
    cancelLap = time.after(lapAtMs - nowMs, () => {
      // The moment of the lap itself: a timer wakes later, and a lap of half a second would be told of every other time.
      lapReportedAtMs = lapAtMs;
      waitForLap();
      player.read().then(
        (state) => state.stream_id === streamId && publish({ name: 'hsp_looping', data: toClient(state) }),
        () => undefined, // a device that does not answer is told of at its next lap
      );
    });
  }

  /** Whether it was the last point of all that was played. */
  function finishIfPlayed(last: HspState): boolean {
    if (feeder.mode !== 'playing') return false;
    const isPlayed = source.complete && last.tail_point_stream_index >= source.length;
    dry = isPlayed ? undefined : last;
    if (isPlayed) void finish(last);
    return isPlayed;
  }

  /** After an absence the device may have booted, and then knows nothing of the stream. */
  async function comeBack(): Promise<void> {
    const state = await player.read().catch(() => undefined);
    isAway = false;
    if (state) observe(state);
    dispatch({ type: 'wake' });
  }

  /** Whether it was this play that came to its end meanwhile, or what was played before it, only the device knows. */
  function playAnswered(): void {
    playsUnderway -= 1;
    if (playsUnderway > 0 || !endedMeanwhile) return;
    endedMeanwhile = false;
    player.read().then(
      (state) => state.play_state === HspPlayState.STARVING && finishIfPlayed(state),
      () => undefined, // gone: it is asked when it is back
    );
  }

  /** All points are played: the device cannot know that no more will come. */
  async function finish(last: HspState): Promise<void> {
    dispatch({ type: 'stop' });
    cancelLap();
    // Its content is complete: there is nothing more to hear of, and what nobody hears may be forgotten.
    unsubscribe();
    const state = await player.stop().catch(() => ({ ...last, play_state: HspPlayState.STOPPED }));
    // Who played it again meanwhile does not want to hear of the end before.
    if (!notify || isReleased || feeder.mode === 'playing') return;
    publish({ name: 'hsp_state_changed', data: state });
    publish({ name: 'stream_end_reached', data: state });
  }

  function filterPlayerEvent(event: DeviceEvent & { data: HspState }): DeviceEvent | undefined {
    const { name, data } = event;
    if (streamId === undefined) return event;
    if (data.stream_id !== streamId) {
      lose();
      return event;
    }
    dispatch({ type: 'reported', report: data });
    const isEnd = name === 'hsp_starving' || name === 'hsp_paused_on_starving';
    if (isEnd && playsUnderway > 0) endedMeanwhile = true;
    else if (isEnd && finishIfPlayed(data)) return undefined;
    if (name !== 'hsp_threshold_reached' && name !== 'hsp_starving' && name !== 'hsp_looping') observe(data);
    return notify ? ({ ...event, data: toClient(data) } as DeviceEvent) : undefined; // the payload of the same event
  }

  return {
    toClient,
    observe,
    release,
    async start() {
      const state = await player.setup();
      streamId = state.stream_id;
      const [first] = dispatch({ type: 'prime', streamMs: 0, maxPoints: state.max_points });
      return first ?? state;
    },
    returned: () => returning,
    async play(options, timeoutMs) {
      dry = undefined;
      const { start_time: startMs, server_time: atMs, playback_rate: rate, loop } = options;
      const loopsThere = loop && content.once.complete && loopsInDevice(content.once, startMs, feeder);
      const wanted = loop && !loopsThere && content.looped ? content.looped : content.once;
      if (wanted !== source) feeder = withNewSource(feeder);
      source = wanted;
      playing = { options: { ...options, loop: loopsThere }, timeoutMs };
      const clock = { atMs, streamMs: startMs, rate };
      const [answer] = dispatch({ type: 'play', clock, holdAll: loopsThere });
      playsUnderway += 1;
      waitForLap();
      const state = await answer?.finally(playAnswered);
      if (!state || state.stream_id !== streamId) throw new DeviceRefusal(errorKinds.scriptNotSet);
      return toClient(state);
    },
    filterEvent(event) {
      if (isPlayerEvent(event)) return filterPlayerEvent(event);
      if (event.name === 'device_disconnected') {
        isAway = true;
        cancelWake();
      }
      if (event.name === 'device_connected') returning = comeBack();
      if (event.name === 'mode_changed' && event.data.mode !== DeviceMode.HSP) {
        dry = undefined;
        dispatch({ type: 'stop' });
      }
      return event;
    },
  };
}

const isPlayerEvent = (event: DeviceEvent): event is DeviceEvent & { data: HspState } => event.name.startsWith('hsp_');
