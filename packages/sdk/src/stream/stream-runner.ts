import { correctStreamClock, type FeederOptions, playerClockOf, type StreamClock, streamMsAt } from '@tactus/motion';
import { HspPlayState, type HspState, isHspPlaying } from '@tactus/protocol';
import { startStopwatch, type Time, type Undo } from '@tactus/time';
import { createStore } from 'zustand/vanilla';
import type { Device } from '../device-api.ts';
import { abortedError, type DeviceError, toDeviceError } from '../errors.ts';
import { createDeviceFeeder } from './device-feeder.ts';
import { watchStreamDevice } from './device-watch.ts';
import { createLiveLead } from './live-lead.ts';
import { createPlaySender, type PlayRequest } from './play-sender.ts';
import type { PlaybackClockCorrection, PointStreamState, StreamPhase } from './point-stream-api.ts';
import type { PlaybackStartPlanner, StreamAnchor } from './start-planner.ts';
import { createStarvationLog } from './starvation-log.ts';
import type { StreamContent } from './stream-content.ts';
import type { StreamRunner } from './stream-runner-api.ts';

/** HTTP requests may overtake each other, so only one add is in flight. A live one at most this often, ms. */
const FEEDING = { maxInFlight: 1, liveTickMs: 400 };
/** The assumed round trip before the first is measured. */
const FIRST_TRIP_MS = 150;
/** After this time past the last point the device is read to learn whether it has played it, ms. */
const END_MS = 50;
/** After this wait for an answer the device is assumed to starve. */
const STARVE_MS = 150;
/** A starving event that comes this early belongs to what was played before. */
const EARLY_MS = 1_000;
const REFRESH_EVERY_MS = 500;
/** After so long without a refresh the machine has slept: a device that ran dry meanwhile is not set in motion by itself. */
const OVERSLEPT_MS = 30_000;
/** A device that stopped by itself reports the reason within this time: another mode, or a disconnect. */
const REASON_MS = 1_000;
/** The default share of a difference of the clocks that is removed. */
const SYNC_FILTER = 0.5;

const ACTIVE: ReadonlySet<StreamPhase> = new Set(['leading-in', 'starting', 'waiting', 'playing', 'starving']);

/** At rest at first. `onEnd` runs when everything that was begun is over. */
export function createStreamRunner(parts: {
  readonly device: Device;
  readonly time: Time;
  readonly content: StreamContent;
  readonly placing: PlaybackStartPlanner;
  readonly amounts: Pick<FeederOptions, 'aheadLimitMs' | 'pointsPerAdd' | 'refillShare'>;
  readonly rate: () => number;
  /** Whether the device has the points of the content as they would be sent now. */
  readonly isCurrent: () => boolean;
  readonly onEnd: () => void;
}): StreamRunner {
  const { device, time, content, placing, amounts } = parts;
  const live = createLiveLead(time);
  const log = createStarvationLog();
  const { rtd, deviceRtd } = device.store.getState().clockSync;
  const feeding = createDeviceFeeder({
    ...{ device, time, options: { ...FEEDING, ...amounts }, firstTripMs: rtd + deviceRtd || FIRST_TRIP_MS },
    // Live points are sent as they come, whatever the content of the device's buffer.
    usesThreshold: !content.isLive,
    isOverslept,
    onAnswer: observe,
    onForeign: () => endWith('taken-over'),
    onFailure: (error) => error.code === 'held-elsewhere' && endWith('taken-over', error),
  });
  const starter = createPlaySender({ time, attempt, onPlaying: () => isActive() && enter('playing') });
  const hasJustStopped = () => phase() === 'stopped' && time.monotonic() - stoppedAtMs < REASON_MS;
  const isOurs = () => isActive() || phase() === 'paused';
  const watch = watchStreamDevice(device, time, {
    stopped: () => isOurs() && endWith('stopped'),
    taken: () => (isOurs() || hasJustStopped()) && phase() !== 'leading-in' && endWith('taken-over'),
    lost() {
      if (!isOurs() && !hasJustStopped()) return;
      phaseWhenLost = phase();
      endWith('interrupted');
    },
    async rests() {
      await undefined; // an event that reports it comes right after the state
      if (phase() === 'playing' && !starter.isBusy()) await confirmEnd();
    },
    back: (continuity) => void (continuity === 'nothing-lost' && goOn('interrupted')),
    reported,
  });
  const store = createStore<PointStreamState>(() => ({
    ...{ phase: 'idle', streamId: undefined, bufferedMs: 0, sentPoints: 0, playedPoints: 0, starvations: 0 },
    ...{ headroomMs: 0, steppedDown: 0, minGapMs: 0, error: undefined },
    leadMs: content.isLive ? 0 : amounts.aheadLimitMs,
  }));

  /** Rises with every end: late answers to earlier requests are ignored. */
  let ends = 0;
  /** When play or pause was last sent: answers to earlier requests are ignored. */
  let commandAtMs = -Infinity;
  let standing: StreamClock = { atMs: 0, streamMs: content.span().firstMs, rate: 0 };
  let runs = false;
  let phaseWhenLost: StreamPhase = 'idle';
  let stoppedAtMs = -Infinity;
  let cancelRefresh: Undo = () => undefined;
  /** Before this time the device is not read to learn whether it has played its last point; monotonic ms. */
  let nextCheckMs = -Infinity;
  let sinceRefreshMs = startStopwatch(time);
  let isReading = false;

  const phase = () => store.getState().phase;
  const isActive = () => ACTIVE.has(phase());
  const clock = () => (runs ? feeding.clock() : standing);
  const streamNowMs = () => Math.max(clock().streamMs, streamMsAt(clock(), time.monotonic()));
  const positionMs = () => Math.min(content.scriptMsAt(streamNowMs()), content.span().lastMs);

  function enter(next: StreamPhase, error?: DeviceError): void {
    store.setState({ phase: next, error });
    refresh();
  }

  /** Updates the state, and detects the end and starving if no event reports them. */
  function refresh(): void {
    cancelRefresh();
    if (isOverslept()) return;
    sinceRefreshMs = startStopwatch(time);
    const { knownMs, knownUntilMs, hasAll, peakTripMs, sentPoints, playedPoints } = feeding.facts();
    const bufferedMs = Math.max(0, (knownMs - streamNowMs()) / parts.rate());
    const { steps: steppedDown, minGapMs } = log.current();
    const lead = content.isLive ? { leadMs: live.currentMs() } : {};
    const headroomMs = bufferedMs - peakTripMs;
    store.setState({ bufferedMs, sentPoints, playedPoints, headroomMs, steppedDown, minGapMs, ...lead });
    if (phase() !== 'playing' || starter.isBusy()) return;
    const endAtMs = hasAll ? Math.max(knownUntilMs + END_MS, nextCheckMs) : knownUntilMs + STARVE_MS;
    const dueMs = endAtMs - time.monotonic();
    if (dueMs > 0) cancelRefresh = time.after(Math.min(dueMs, REFRESH_EVERY_MS), refresh);
    else if (hasAll && feeding.course().complete) void confirmEnd();
    else ranDry(hasAll);
  }

  /** Whether the machine has slept since the last refresh, or its timers were held up: the device says what becomes of the playback. */
  function isOverslept(): boolean {
    const isLate = phase() === 'playing' && !starter.isBusy() && sinceRefreshMs() >= OVERSLEPT_MS;
    if (isLate && !isReading) void goOn('playing');
    return isLate;
  }

  /** Reads whether the device has played its last point: the clocks differ, and the user's offset shifts the device. */
  async function confirmEnd(): Promise<void> {
    const mine = ends;
    const sentAtMs = time.monotonic();
    nextCheckMs = Infinity;
    const state = await device.call('hsp.state').catch(() => undefined); // the next refresh reads again
    const isPlaying = state?.play_state === HspPlayState.PLAYING;
    const leftMs = isPlaying ? (state.last_point_time - state.current_time) / state.playback_rate : 0;
    nextCheckMs = time.monotonic() + Math.max(END_MS, Math.min(leftMs, REFRESH_EVERY_MS));
    // A play that was sent meanwhile counts, not the state before it.
    if (mine !== ends || starter.isBusy()) return;
    if (state && state.stream_id !== store.getState().streamId) endWith('taken-over');
    else if (state && !isPlaying) observe(state, sentAtMs);
    else refresh();
  }

  /** The device has no points left. */
  function ranDry(hasAll: boolean): void {
    if (!hasAll) starved();
    else if (feeding.course().complete) finish();
    else enter('waiting');
  }

  function starved(): void {
    if (isOverslept()) return;
    const before = log.current();
    const now = log.starved(time.monotonic());
    if (now !== before) content.setMinGap(now.minGapMs);
    store.setState(({ starvations }) => ({ starvations: starvations + 1 }));
    enter('starving');
    begin({ place: placeNow, reuse: false }).catch(fail);
  }

  function finish(): void {
    endWith('ended');
    standAt(content.span().firstMs);
    device.call('hsp.stop').catch(() => device.stop());
  }

  function observe(state: HspState, sentAtMs: number): void {
    if (sentAtMs < commandAtMs || !isActive()) return;
    if (state.play_state === HspPlayState.PAUSED && runs) pausedThere(state);
    else if (state.play_state === HspPlayState.STARVING && phase() === 'playing' && !starter.isBusy())
      ranDry(state.tail_point_stream_index >= feeding.course().length);
    else if (state.play_state === HspPlayState.STOPPED && runs) stoppedThere();
    else refresh();
  }

  function reported(name: string, state: HspState): void {
    if (name === 'hsp_threshold_reached') feeding.dispatch({ type: 'reported', report: state });
    const isEarly = feeding.facts().knownUntilMs - time.monotonic() > EARLY_MS;
    if (isEarly && state.play_state === HspPlayState.STARVING) feeding.dispatch({ type: 'uncertain' });
    else if (!starter.isBusy()) observe(state, time.monotonic());
  }

  /** The user at the device, or another program, paused it. */
  function pausedThere(state: HspState): void {
    starter.cancel();
    standAt(state.current_time);
    feeding.dispatch({ type: 'clock', clock: { ...playerClockOf(state, time.monotonic()), rate: 0 } });
    enter('paused');
  }

  /** Another client or the device stopped it; the reason may be reported a moment later. */
  function stoppedThere(): void {
    endWith('stopped');
    stoppedAtMs = time.monotonic();
  }

  function standAt(streamMs: number, rate = 0): void {
    standing = { atMs: time.monotonic(), streamMs, rate };
    runs = false;
  }

  function endWith(next: StreamPhase, error?: DeviceError): void {
    ends += 1;
    starter.cancel();
    standAt(positionMs());
    feeding.halt();
    parts.onEnd();
    enter(next, error);
  }

  function fail(thrown: unknown): void {
    const error = toDeviceError(thrown);
    if (error.code === 'aborted' || !isActive()) return;
    endWith(error.code === 'held-elsewhere' ? 'taken-over' : 'failed', error);
    if (phase() !== 'taken-over') void device.stop(); // a request without an answer may have been executed
  }

  /** Nobody fed the device for a while, and it has lost nothing: running motion is fed on, and a device at rest stays at rest. */
  async function goOn(from: 'playing' | 'interrupted'): Promise<void> {
    if (phase() !== from || (from === 'interrupted' && phaseWhenLost !== 'playing')) return;
    const mine = ends;
    isReading = true;
    const state = await device.call('hsp.state').catch(() => undefined); // without an answer it is interrupted
    isReading = false;
    if (mine !== ends || phase() !== from) return;
    const isOurs = state?.stream_id === store.getState().streamId;
    const course = feeding.course();
    if (isOurs && state?.play_state === HspPlayState.PLAYING) {
      sinceRefreshMs = startStopwatch(time);
      runs = true;
      const isCurrent = feeding.goOn(content.source()) && parts.isCurrent();
      enter('playing');
      if (!isCurrent) begin({ place: placeNow, reuse: false }).catch(fail);
    } else if (from === 'playing') {
      const hasStarved = isOurs && state?.play_state === HspPlayState.STARVING;
      if (hasStarved && course.complete && state.tail_point_stream_index >= course.length) finish();
      else endWith('interrupted');
    }
  }

  function placeNow(arrivalMs: number): StreamAnchor {
    const playedMs = streamMsAt(clock(), arrivalMs);
    if (!content.isLive) return { atMs: arrivalMs, streamMs: playedMs };
    const neededMs = feeding.facts().liveLeadMs * log.current().leadFactor;
    return live.place(arrivalMs, neededMs, Math.min(playedMs, content.span().lastMs));
  }

  /** Corrects the clock of the playback, at the device and here. */
  async function syncTime({ scriptMs, atServerMs, filter = SYNC_FILTER }: PlaybackClockCorrection): Promise<boolean> {
    const before = feeding.clock();
    const state = await device.call('hsp.synctime', { current_time: scriptMs, server_time: atServerMs, filter });
    // A play that was sent meanwhile has set the clock again.
    if (runs && feeding.clock() === before) {
      const nowMs = time.monotonic();
      const shouldBeMs = scriptMs + (device.clock.serverNow() - atServerMs) * parts.rate();
      feeding.dispatch({ type: 'clock', clock: correctStreamClock(before, nowMs, shouldBeMs, filter) });
      refresh();
    }
    return isHspPlaying(state);
  }

  const begin = (request: PlayRequest): Promise<void> =>
    isOverslept() ? Promise.reject(abortedError()) : starter.start(request);
  async function attempt({ place, reuse }: PlayRequest): Promise<void> {
    const arrivalMs = placing.arrivalMs(feeding.facts().tripMs);
    const wanted = content.source();
    const courses = { wanted, buffered: feeding.course(), reuse };
    const start = placing.begin({ place: place(arrivalMs), rate: parts.rate(), ...courses });
    commandAtMs = time.monotonic();
    const answer = feeding.play(start, wanted);
    runs = true;
    await answer;
  }

  return {
    ...{ store, feeding, starter, watch, live, log, phase, isActive, streamNowMs, positionMs, placeNow },
    ...{ clock, standAt, enter, begin, syncTime, endWith, finish, fail },
    runs: () => runs && isActive(),
    commanded() {
      commandAtMs = time.monotonic();
    },
  };
}
