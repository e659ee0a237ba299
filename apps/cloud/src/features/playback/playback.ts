import {
  canLoopInDevice,
  createFeederState,
  type FeederEvent,
  type FeederRequest,
  isBufferOf,
  type PointSource,
  playerClockOf,
  stepFeeder,
  streamMsAt,
  withNewSource,
  withReportedPlayback,
} from '@tactus/motion';
import { type DeviceEvent, DeviceMode, DeviceRefusal, errorKinds, HspPlayState, type HspState } from '@tactus/protocol';
import type { Undo } from '@tactus/time';
import type { CloudPlayback, PlaybackOptions } from './cloud-playback.ts';
import { inScriptTime, nearestStreamMs, nextLapAtMs } from './playback-content.ts';
import type { PointPlayOptions } from './point-player.ts';
import { createStartedPlays, type StartedPlay } from './started-plays.ts';

/** One socket to the device preserves the order, so several requests may be in flight. */
const FEEDING = { pointsPerAdd: 100, maxInFlight: 3, aheadLimitMs: Infinity, liveTickMs: 100 };

/** Shortest interval between two `hsp_looping` events: the firmware sends at most two a second. */
const LOOPING_EVERY_MS = 500;

type Happened = FeederEvent extends infer E ? (E extends { atMs: number } ? Omit<E, 'atMs'> : never) : never;

/** Returns a playback that sends nothing to the device before `start`. */
export function createPlayback({
  content,
  empty,
  notify,
  player,
  time,
  turns,
  publish,
  onLost,
}: PlaybackOptions): CloudPlayback {
  let source: PointSource = content.once;
  let feeder = createFeederState(FEEDING);
  const streamId = empty.stream_id;
  let playing: { readonly options: PointPlayOptions; readonly timeoutMs: number } | undefined;
  let lapReportedAtMs = -Infinity;
  let isAway = false;
  let isReleased = false;
  /** Number of calls without an answer that may replace the points. */
  let holds = 0;
  /** Such a call was not answered in time, and the device has not been read since. */
  let mayBeReplaced = false;
  /** The state at the last known point of a content that may still grow. */
  let dry: HspState | undefined;
  let returning: Promise<void> = Promise.resolve();
  let cancelWake: Undo = () => undefined;
  let cancelLap: Undo = () => undefined;
  const plays = createStartedPlays({
    ...{ time, source, read: player.read, isGone: () => isReleased || isAway, onState: settle },
  });
  const unsubscribe = content.onChange(() => {
    dispatch({ type: 'points' });
    if (dry) finishIfPlayed(dry);
  });

  /** Passes an event to the feeder and sends its requests. Returns the answers to these requests. */
  function dispatch(happened: Happened): readonly Promise<HspState>[] {
    if (isReleased) return [];
    // The instant is added to an event of the same union.
    const feeding = stepFeeder(feeder, source, { ...happened, atMs: time.monotonic() } as FeederEvent);
    feeder = feeding.state;
    cancelWake();
    const { wakeAtMs } = feeding;
    if (wakeAtMs !== undefined && !isAway)
      cancelWake = time.after(Math.max(0, wakeAtMs - time.monotonic()), () => void dispatch({ type: 'wake' }));
    return feeding.requests.map(send);
  }

  function send(request: FeederRequest): Promise<HspState> {
    const { id } = request;
    const answer = execute(request).then(
      (state) => {
        if (state.stream_id !== streamId) lose();
        else {
          reportEnd(request, { type: 'answered', id, report: state });
          // Points that came too late are never played, and no event reports that. At once: later this state may belong to
          // an earlier play.
          if (state.play_state === HspPlayState.STARVING) finishIfPlayed(state);
        }
        return state;
      },
      (error: unknown) => {
        reportEnd(request, { type: 'failed', id });
        throw error;
      },
    );
    // A caller that awaits the answer gets the failure; the feeder gets it separately.
    answer.catch(() => undefined);
    return answer;
  }

  /** Reports an answer to the feeder in another turn: a device that answers at once would otherwise be filled in a single turn. */
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
    plays.cancelReading();
    unsubscribe();
  }

  function toClient(state: HspState): HspState {
    const { looped } = content;
    if (!looped || plays.present().source !== looped) return state;
    return inScriptTime(looped, state);
  }

  function observe(state: HspState): void {
    if (state.stream_id !== streamId) {
      lose();
      return;
    }
    if (state.play_state !== HspPlayState.STARVING) dry = undefined;
    if (state.play_state === HspPlayState.STOPPED) dispatch({ type: 'stop' });
    else dispatch({ type: 'clock', clock: playerClockOf(state, time.monotonic()) });
    waitForLap();
  }

  /** The device cannot know where the laps of an endless stream begin. */
  function waitForLap(): void {
    cancelLap();
    const { looped } = content;
    if (!notify || !looped || source !== looped || plays.isPending()) return;
    if (feeder.mode !== 'playing' || feeder.clock.rate === 0) return;
    const nowMs = time.monotonic();
    const lapAtMs = nextLapAtMs(looped, feeder.clock, Math.max(nowMs + 1, lapReportedAtMs + LOOPING_EVERY_MS));
    cancelLap = time.after(lapAtMs - nowMs, () => {
      // The moment of the lap itself: a timer fires later, and a lap of half a second would be reported only every other
      // time.
      lapReportedAtMs = lapAtMs;
      waitForLap();
      player.read().then(
        (state) => state.stream_id === streamId && publish({ name: 'hsp_looping', data: toClient(state) }),
        () => undefined, // a device that does not answer is reported at its next lap
      );
    });
  }

  /** Ends the playback if the last point of all has been played; returns whether it has. */
  function finishIfPlayed(last: HspState): boolean {
    if (isReleased || feeder.mode !== 'playing' || holds > 0) return false;
    const isPlayed = source.complete && last.tail_point_stream_index >= source.length;
    dry = isPlayed ? undefined : last;
    if (isPlayed) void finish(last);
    return isPlayed;
  }

  /** A device that was offline may have rebooted, and then has lost the stream. */
  async function comeBack(): Promise<void> {
    const state = await player.read().catch(() => undefined);
    isAway = false;
    if (state) settle(state);
    else plays.readLater();
    dispatch({ type: 'wake' });
  }

  /** Takes a state that the device has reported without a call of a client. */
  function settle(state: HspState): void {
    observe(state);
    if (isReleased) return;
    const play = plays.settle(state, feeder.clock);
    if (play) goOnWith(play, state);
    if (holds === 0) feedAgain(state);
    if (state.play_state === HspPlayState.STARVING && !plays.isPending()) finishIfPlayed(state);
  }

  /** Feeds on after a call that may have replaced the points. */
  function feedAgain(state: HspState): void {
    if (mayBeReplaced && !isBufferOf(source, state)) lose();
    mayBeReplaced = false;
    feeder = { ...feeder, options: FEEDING };
    dispatch({ type: 'wake' });
  }

  /** After a failed play: feeds the play that the device carries out. */
  function goOnWith(play: StartedPlay, report: HspState): void {
    if (feeder.mode === 'playing' && source === play.source) return;
    source = play.source;
    if (report.play_state === HspPlayState.STOPPED) return;
    feeder = withReportedPlayback(feeder, source, { holdAll: play.loop, report });
    dispatch({ type: 'wake' });
    waitForLap();
  }

  /** All points are played: the device cannot know that no more will come. */
  async function finish(last: HspState): Promise<void> {
    dispatch({ type: 'stop' });
    cancelLap();
    // The content is complete: no more changes can come, and the content can be freed.
    unsubscribe();
    const state = await player.stop().catch(() => ({ ...last, play_state: HspPlayState.STOPPED }));
    // A client that has started playback again must not receive the end of the previous one.
    if (!notify || isReleased || feeder.mode === 'playing') return;
    publish({ name: 'hsp_state_changed', data: state });
    publish({ name: 'stream_end_reached', data: state });
  }

  function filterPlayerEvent(event: DeviceEvent & { data: HspState }): DeviceEvent | undefined {
    const { name, data } = event;
    if (data.stream_id !== streamId) {
      lose();
      return event;
    }
    dispatch({ type: 'reported', report: data });
    const isEnd = name === 'hsp_starving' || name === 'hsp_paused_on_starving';
    if (isEnd && plays.isPending()) plays.requestReading();
    else if (isEnd && finishIfPlayed(data)) return undefined;
    if (name !== 'hsp_threshold_reached' && name !== 'hsp_starving' && name !== 'hsp_looping') observe(data);
    return notify ? ({ ...event, data: toClient(data) } as DeviceEvent) : undefined; // the payload of the same event
  }

  return {
    toClient,
    toDevice(sync) {
      const { looped } = content;
      if (!looped || plays.present().source !== looped) return sync;
      const { clock } = feeder;
      const atServerMs = streamMsAt(clock, time.monotonic()) - (time.now() - sync.server_time) * clock.rate;
      return { ...sync, current_time: nearestStreamMs(looped, sync.current_time, atServerMs) };
    },
    observe,
    release,
    async start() {
      const [first] = dispatch({ type: 'prime', streamMs: 0, maxPoints: empty.max_points });
      return first ?? empty;
    },
    hold() {
      holds += 1;
      feeder = { ...feeder, options: { ...FEEDING, maxInFlight: 0 } };
      return (isRefused) => {
        holds -= 1;
        if (!isRefused) mayBeReplaced = true;
        feeder = { ...feeder, uncertain: feeder.uncertain || mayBeReplaced };
        plays.requestReading();
      };
    },
    returned: () => returning,
    async play(options, timeoutMs) {
      if (holds > 0) throw new DeviceRefusal(errorKinds.scriptNotSet);
      [dry, mayBeReplaced] = [undefined, false];
      const clockBefore = feeder.mode === 'playing' ? feeder.clock : undefined;
      const { start_time: startMs, server_time: serverMs, playback_rate: rate, loop } = options;
      const loopsThere = loop && content.once.complete && canLoopInDevice(content.once, startMs, feeder);
      const wanted = loop && !loopsThere && content.looped ? content.looped : content.once;
      if (wanted !== source) feeder = withNewSource(feeder);
      source = wanted;
      playing = { options: { ...options, loop: loopsThere }, timeoutMs };
      // From here on by the clock that nobody sets: the device goes on where the wall clock of this machine leaps.
      const clock = { atMs: serverMs - time.now() + time.monotonic(), streamMs: startMs, rate };
      const [request] = dispatch({ type: 'play', clock, holdAll: loopsThere });
      const answer = request && plays.watch({ source, loop: loopsThere, clock }, clockBefore, request);
      cancelLap();
      const state = await answer?.finally(waitForLap);
      if (!state || state.stream_id !== streamId) throw new DeviceRefusal(errorKinds.scriptNotSet);
      return toClient(state);
    },
    filterEvent(event) {
      if (isPlayerEvent(event)) return filterPlayerEvent(event);
      if (event.name === 'device_disconnected') {
        isAway = true;
        cancelWake();
        plays.cancelReading();
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
