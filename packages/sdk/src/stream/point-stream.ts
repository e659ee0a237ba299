import { linearPositionAt, type ScriptPoint, streamMsAt } from '@tactus/motion';
import { HspPlayState } from '@tactus/protocol';
import type { Undo } from '@tactus/time';
import { SLOW_START_REST_MS } from '../control/slow-start.ts';
import type { Device } from '../device-api.ts';
import { abortedError, DeviceError, toDeviceError } from '../errors.ts';
import { hasSlider } from '../state/capability.ts';
import { viewOfStore } from '../state/store-view.ts';
import { endPreparation } from './end-preparation.ts';
import { pauseForAMoment } from './pause-for-a-moment.ts';
import type { PlayRequest } from './play-sender.ts';
import { JOIN_SPEED_MM_S, type PointStream, type PointStreamOptions, STREAM_LEAD_MAX_MS } from './point-stream-api.ts';
import { createPlaybackStartPlanner } from './start-planner.ts';
import { stopInsteadOfPause } from './stop-instead-of-pause.ts';
import { above0, amountsOf } from './stream-amounts.ts';
import { createStreamContent } from './stream-content.ts';
import { createStreamRunner } from './stream-runner.ts';

/** Nothing is sent before `play()`. Throws 'bad-input' for invalid options. */
export function createPointStream(device: Device, options: PointStreamOptions): PointStream {
  const { time, features, leadIn = {}, joinSpeedMmS = JOIN_SPEED_MM_S, leadMs = STREAM_LEAD_MAX_MS } = options;
  let rate = above0(options.rate ?? 1, 'rate');
  const content = createStreamContent(options.source, options.loop ?? false);
  const placing = createPlaybackStartPlanner({ device, time, joinSpeedMmS: above0(joinSpeedMmS, 'speed') });
  const amounts = amountsOf(options, features?.leases ? Infinity : above0(leadMs, 'lead'));
  /** Rises with every start, pause and end: earlier operations do not continue. */
  let generation = 0;
  /** Whether the device has our stream, whether with the current course, and whether that exceeds limits that have just changed. */
  let [isReady, isCourseCurrent, isExceeding] = [false, false, false];
  let pausedAtMs = -Infinity;
  let leading = new AbortController();
  /** The place of the newest play, and how often it was changed: the answer to an earlier pause does not say the place any more. */
  let begun: PlayRequest['place'] | undefined;
  let moves = 0;
  /** How often it rests for a stroke that is being set: a change counts once it goes on. */
  let rests = 0;
  /** A pause without an answer yet. */
  let pausing: Promise<void> | undefined;
  const playing = createStreamRunner({
    ...{ device, time, content, placing, amounts, rate: () => rate, isCurrent: () => isCourseCurrent },
    onEnd() {
      generation += 1;
      isReady = false;
      leading.abort(abortedError());
    },
  });
  const { store, feeding, starter, phase } = playing;
  store.subscribe((next, previous) => {
    if (next.phase === 'paused' && previous.phase !== 'paused') pausedAtMs = time.monotonic();
  });
  const goesOn = () => playing.runs() || (rests > 0 && phase() === 'starting');
  const isPlaying = () => goesOn() || starter.isBusy();
  const strokes = device.limits.restsForStroke({ isPlaying, rest, limitsChanged });

  /** Awaits a step; rejects with 'aborted' if a newer operation has replaced this one meanwhile. */
  async function fenced<T>(step: Promise<T>): Promise<T> {
    const mine = generation;
    const value = await step;
    if (mine !== generation) throw abortedError();
    return value;
  }

  function begin({ place, reuse }: PlayRequest): Promise<void> {
    isReady = true;
    begun = place;
    const untilSet = strokes.untilSet();
    if (untilSet !== undefined) return fenced(untilSet).then(() => begin({ place, reuse: false }));
    /** Called when the play is sent. */
    const placeThen = (arrivalMs: number) => {
      isCourseCurrent = true;
      return place(arrivalMs);
    };
    return playing.begin({ place: placeThen, reuse });
  }

  /** Whether a play waits for the answer to an older one, and begins then. */
  const isQueued = () => phase() === 'starting' && isReady && !playing.runs();

  async function setUp(): Promise<void> {
    generation += 1;
    isReady = false;
    starter.cancel();
    leading.abort(abortedError());
    leading = new AbortController();
    playing.log.reset();
    content.setMinGap(0);
    const percent = linearPositionAt(content.source(), playing.streamNowMs());
    if (leadIn && percent !== undefined && hasSlider(device.store.getState())) {
      playing.enter('leading-in');
      // The move to the start ends what the device had of this stream before: that is no stop of it.
      store.setState({ streamId: undefined });
      await fenced(device.leadIn(percent / 100, { ...leadIn, signal: leading.signal }));
    }
    playing.enter('starting');
    playing.watch.settingUp();
    const state = await fenced(device.call('hsp.setup'));
    playing.watch.setUp(state.stream_id);
    store.setState({ streamId: state.stream_id });
    feeding.begin(state);
    if (content.source().length === 0) playing.enter('waiting');
    else await begin({ place: playing.placeNow, reuse: false });
  }

  async function play(fromMs?: number): Promise<void> {
    if (phase() === 'closed') throw new DeviceError('not-initialized', 'The stream is closed');
    if (playing.runs() || isQueued()) return fromMs === undefined ? undefined : seek(fromMs);
    if (fromMs !== undefined) await seek(fromMs);
    if (phase() !== 'paused' || !isReady) return setUp().catch(rethrow);
    generation += 1;
    // The points in the device have the speed of a motion under way: after a rest it begins slowly.
    const hasRested = time.monotonic() - pausedAtMs >= SLOW_START_REST_MS;
    if (hasRested && device.limits.current().rampMs > 0) isCourseCurrent = false;
    playing.enter('starting');
    return begin({ place: playing.placeNow, reuse: isCourseCurrent }).catch(rethrow);
  }

  function rethrow(thrown: unknown): never {
    playing.fail(thrown);
    throw toDeviceError(thrown);
  }

  /** Changes the place or the content: at once during playback, else at the next play. */
  async function change(request: PlayRequest, standingRate = 0): Promise<void> {
    moves += 1;
    if (!request.reuse) isCourseCurrent = false;
    const reuse = request.reuse && isCourseCurrent;
    if (!playing.runs()) playing.standAt(request.place(time.monotonic()).streamMs, standingRate);
    if (playing.runs() || (isQueued() && rests === 0)) await begin({ ...request, reuse }).catch(rethrow);
  }

  /** A change at the present place. A seek that waits for the answer to an earlier one has its place still. */
  function changeHere(reuse = false): Promise<void> {
    const waiting = starter.waiting();
    const place = (waiting && begun) ?? playing.placeNow;
    return change({ place, reuse: reuse && waiting?.reuse !== false }, playing.clock().rate > 0 ? rate : 0);
  }

  async function seek(ms: number, { runsOn = false } = {}): Promise<void> {
    content.requireSource('recorded');
    if (!(ms >= 0 && ms < Infinity)) throw new DeviceError('bad-input', 'The time must be 0 or more');
    const { lastMs } = content.span();
    const sentAtMs = time.monotonic();
    const goingOn = runsOn ? rate : 0;
    const place = (atMs: number) => ({ atMs, streamMs: Math.min(ms + (atMs - sentAtMs) * goingOn, lastMs) });
    return change({ place, reuse: false }, goingOn);
  }

  /** Changes the content at the same place of the script: earlier laps do not count any more. */
  function changeContent(apply: () => void): Promise<void> {
    const streamMs = playing.streamNowMs();
    const clock = playing.clock();
    const lapsMs = streamMs - content.scriptMsAt(streamMs);
    apply();
    // A seek that waits for the answer to an earlier one has its place still.
    const waiting = starter.waiting() && begun;
    const place =
      waiting ?? ((atMs: number) => ({ atMs, streamMs: Math.max(streamMs, streamMsAt(clock, atMs)) - lapsMs }));
    return change({ place, reuse: false }, clock.rate);
  }

  async function pause(): Promise<void> {
    if (phase() === 'paused') return;
    // A device that was away may still play, or go on by itself when it is back.
    if (!playing.isActive() && phase() !== 'interrupted') throw new DeviceError('bad-input', 'Nothing plays');
    const attempt = comeToPause();
    pausing = attempt;
    const settled = () => {
      if (pausing === attempt) pausing = undefined;
    };
    attempt.then(settled, settled);
    await attempt;
  }

  async function comeToPause(): Promise<void> {
    if (!playing.runs() && !isQueued()) {
      const mayPlay = phase() === 'interrupted';
      playing.endWith('paused');
      const mine = generation;
      await (mayPlay ? sendPause() : endPreparation(device, time, () => mine !== generation || phase() !== 'paused'));
      return;
    }
    const flying = starter.isBusy() ? starter.settled() : undefined;
    starter.cancel();
    halt('paused');
    const mine = generation;
    // A play without an answer may be executed after the pause.
    flying?.then(() => (mine === generation ? sendPause() : undefined)).catch(toDeviceError);
    await sendPause();
  }

  /** Stands at the present place, which goes on at a rate, and takes the device for halted there. */
  function halt(next: 'paused' | 'starting', standingRate = 0): void {
    const streamMs = playing.streamNowMs();
    generation += 1;
    playing.standAt(streamMs, standingRate);
    feeding.dispatch({ type: 'clock', clock: { atMs: time.monotonic(), streamMs, rate: 0 } });
    playing.enter(next);
  }

  /** Rests for a moment; the stream goes on at the place where it would be then, with points for what has changed meanwhile. */
  async function rest(): Promise<Undo> {
    if (starter.isBusy()) await starter.settled();
    if (!goesOn()) return () => undefined;
    halt('starting', rate);
    const mine = generation;
    isCourseCurrent = false;
    rests += 1;
    return pauseForAMoment({
      ...{ device, playing, isOver: () => mine !== generation || phase() !== 'starting' },
      ...{ goOn: () => begin({ place: playing.placeNow, reuse: false }), stay: () => pause().catch(toDeviceError) },
      onEnd() {
        rests -= 1;
      },
    });
  }

  /** Plays on with points for the changed limits. Changes at once are one, and a course that comes with them needs no new start. */
  function limitsChanged(isExceeded: boolean): void {
    isCourseCurrent = false;
    isExceeding ||= isExceeded && phase() !== 'waiting' && (playing.runs() || isQueued());
    void Promise.resolve().then(() => {
      if (isExceeding) changeHere().catch(toDeviceError);
      isExceeding = false;
    });
  }

  async function sendPause(): Promise<void> {
    const mine = generation;
    const moved = moves;
    playing.commanded();
    try {
      const { play_state, current_time } = await device.call('hsp.pause');
      const isPaused = mine === generation && moved === moves && play_state === HspPlayState.PAUSED;
      // A play without an answer may not have arrived yet: this is then the place before it.
      if (isPaused && !starter.isBusy()) playing.standAt(current_time);
    } catch (thrown) {
      const error = toDeviceError(thrown);
      if (mine === generation) await stopInsteadOfPause(device, time, { error, isOver: () => mine !== generation });
      throw error;
    }
  }

  function push(points: readonly ScriptPoint[]): void {
    content.push(points);
    if (points.length === 0) return;
    playing.live.pushed(content.span().firstMs);
    feeding.dispatch({ type: 'points' });
    const isShort = phase() === 'playing' && !starter.isBusy() && playing.live.isShort(feeding.facts().liveLeadMs);
    if (phase() === 'waiting') playing.enter('starting');
    else if (!isShort) return;
    begin({ place: playing.placeNow, reuse: false }).catch(playing.fail);
  }

  return {
    store: viewOfStore(store),
    positionMs: playing.positionMs,
    play: ({ fromMs } = {}) => play(fromMs),
    pause,
    resume: () => play(),
    seek,
    replaceFrom: async (fromMs, points) =>
      changeContent(() => content.replaceFrom(fromMs, points, placing.percentPerMs(rate))),
    continueWith(points) {
      content.replaceFrom(0, points, 0);
      // The whole content of the buffer is sent anew, under the present limits.
      [isExceeding, isCourseCurrent] = [false, playing.runs()];
      if (isCourseCurrent) feeding.continueWith(content.source());
    },
    push,
    finish() {
      content.finish();
      feeding.dispatch({ type: 'points' });
      if (phase() === 'waiting') playing.finish();
    },
    async setRate(wanted) {
      content.requireSource('recorded');
      rate = above0(wanted, 'rate');
      // Points that were limited for a slower playback are too fast for a faster one.
      const { maxSpeedMmS, maxAccelerationMmS2 } = device.limits.current();
      return changeHere(maxSpeedMmS === Infinity && maxAccelerationMmS2 === Infinity);
    },
    syncTime: playing.syncTime,
    setLoop: async (loop) => changeContent(() => content.setLoop(loop)),
    stop() {
      if (phase() !== 'closed') playing.endWith('stopped');
      return device.stop();
    },
    settled: starter.settled,
    close() {
      // A pending play may reach the device after the pause.
      const mayMove = playing.isActive() || (phase() === 'paused' && starter.isBusy());
      if (phase() !== 'closed') playing.endWith('closed');
      playing.watch.close();
      strokes.remove();
      if (mayMove) void device.stop();
      // After closing, a failed pause is followed by a Stop of the device.
      else pausing?.catch(() => device.stop());
    },
  };
}
