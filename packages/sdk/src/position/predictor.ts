import { FULL_WINDOW, type ScriptPoint, type StrokeWindow, toRelative, zoneOf } from '@tactus/motion';
import {
  type CallName,
  type ClockInfo,
  type DeviceMode,
  endpointOf,
  type HampState,
  HspPlayState,
  type HspState,
  type SliderState,
} from '@tactus/protocol';
import { createRandom, type Time } from '@tactus/time';
import type { ClientCallName } from '../client/client.ts';
import { outgoingInput } from '../client/outgoing.ts';
import type { DeviceState } from '../state/device-state.ts';
import { isMoving } from '../stop/stop-calls.ts';
import { type Deed, rest, type Surroundings } from './deed.ts';
import { deedOf, endsMotion } from './deeds.ts';
import { mayExplain } from './explained.ts';
import { type Model, modelState, unknownModel, withReading, withStreamTime } from './model.ts';
import { type Movement, motionOfReading, movementOf } from './movement.ts';
import type { PositionReading, Predictor } from './position.ts';
import { createQueue, type Entry } from './queue.ts';
import { deedOfReport, type Report } from './reports.ts';
import { createRoundTrips, laterBy, type Span, widened } from './span.ts';

/** How long a correction takes to be shown, so that the picture does not jump. */
const BLEND_MS = 300;
/** How long a reading or a direct move tells the position well enough to send the slider there. */
const KNOWN_FOR_MS = 5_000;
/** How many readings are kept for charts. */
const READINGS_KEPT = 300;
/** Scripts whose points are remembered. */
const SCRIPTS_KEPT = 8;
/** Rounding of the times of a clock report, ms. */
const CLOCK_REPORT_MS = 1;

/** Which number a stream gets tells nothing of the movement. */
const ANY_STREAM_ID = createRandom(1);

/** Builds a predictor. */
export function createPredictor(time: Time): Predictor {
  let trips = createRoundTrips();
  let queue = createQueue(unknownModel);
  let blend = { sinceMs: -Infinity, offsetMm: 0 };
  let readings: PositionReading[] = [];
  let knownAtMs = -Infinity;
  let generation = 0;
  let clockHeard = '';
  const scripts = new Map<string, readonly ScriptPoint[]>();

  const model = () => queue.view(time.monotonic());

  function surroundingsOf(state: DeviceState, movement: Movement): Surroundings {
    const serverAtZeroMs = time.now() + state.clockSync.clockOffset - time.monotonic();
    return {
      movement,
      instantOfServer: (serverMs) => serverMs - serverAtZeroMs,
      offsetMs: state.clockSync.deviceUserTimeOffset ?? 0,
      scriptOf: (source) => scripts.get(source),
    };
  }

  function shownMm(atMs: number): number | undefined {
    const state = modelState(queue.view(Math.max(atMs, time.monotonic())), atMs);
    if (!state) return undefined;
    const share = Math.min(Math.max(1 - (atMs - blend.sinceMs) / BLEND_MS, 0), 1);
    return state.positionMm + (atMs < blend.sinceMs ? 0 : blend.offsetMm * share);
  }

  /** Changes what is known; what was shown at that moment goes over into it. */
  function blending(change: () => void): void {
    const nowMs = time.monotonic();
    const beforeMm = shownMm(nowMs);
    change();
    const afterMm = modelState(model(), nowMs)?.positionMm;
    blend = { sinceMs: nowMs, offsetMm: beforeMm === undefined || afterMm === undefined ? 0 : beforeMm - afterMm };
  }

  /** Something happened to the device without a call of ours. */
  function happened(state: DeviceState, deed: Deed, span: Span): void {
    const movement = movementOf(state);
    if (!movement) return;
    const surroundings = surroundingsOf(state, movement);
    blending(() => queue.add((now) => deed(now, surroundings, span)));
  }

  function read(state: DeviceState, reading: SliderState, span: Span): void {
    const movement = movementOf(state);
    if (!movement) return;
    const motion = motionOfReading(reading);
    const atMs = (span.fromMs + span.toMs) / 2;
    knownAtMs = atMs;
    const shown = { atMs, ...motion, position01: shareOf(movement, motion.positionMm) };
    readings = [...readings, shown].slice(-READINGS_KEPT);
    happened(state, (now) => withReading(now, motion, movement, span), span);
  }

  /** A word of the device about itself; what it tells that is not known yet happened without a call of ours. */
  function told(state: DeviceState, report: Report, span: Span): void {
    const deed = deedOfReport(model(), report, time.monotonic());
    if (deed) happened(state, deed, span);
  }

  /** The device told what its clock shows: that, with when it can have been, tells how late it is. */
  function hearClock(state: DeviceState, { time: deviceMs, clock_offset }: Omit<ClockInfo, 'rtd'>, span: Span): void {
    const key = `${deviceMs} ${clock_offset}`;
    const movement = movementOf(state);
    if (key === clockHeard || !movement || deviceMs === 0) return;
    clockHeard = key;
    const atMs = surroundingsOf(state, movement).instantOfServer(deviceMs + clock_offset);
    queue.add((now) => ({ ...now, clockLateMs: widened(laterBy(span, -atMs), CLOCK_REPORT_MS) }));
  }

  /** What an answer tells beside what the call did. */
  function learn(state: DeviceState, call: CallName, result: unknown, span: Span): void {
    // Every result here is that of the call named.
    if (call === 'slider.state') read(state, result as SliderState, span);
    else if (call === 'hamp.state') told(state, { hamp: result as HampState }, span);
    else if (call === 'slider.stroke') told(state, { stroke: result as StrokeWindow }, span);
    else if (call === 'info.mode') told(state, { mode: (result as { mode: DeviceMode }).mode }, span);
    else if (call === 'hstp.info' || (call === 'hstp.clocksync' && result !== 'ok'))
      hearClock(state, result as ClockInfo, span);
    else if (isPlayerCall(call)) learnOfStream(state, call, result as HspState, span);
  }

  function learnOfStream(state: DeviceState, call: CallName, hsp: HspState, span: Span): void {
    if (call.endsWith('.state')) told(state, { hsp }, span);
    if (call.startsWith('hsp.') && !queue.underWay((entry) => isPlayerCall(entry.call)))
      told(state, { buffer: hsp }, span);
    if (hsp.play_state !== HspPlayState.PLAYING) return;
    happened(
      state,
      (now) => (now.streamId === hsp.stream_id ? withStreamTime(now, hsp.current_time, span) : now),
      span,
    );
  }

  return {
    heard(event) {
      const nowMs = time.monotonic();
      const entry = queue.underWay(
        ({ call, input, sentMs }) => trips.mayBeAnswered(sentMs, nowMs) && mayExplain(event, call, input),
      );
      if (entry) blending(() => queue.confirm(entry, trips.heard(nowMs, entry.sentMs)));
    },
    changed(next, previous, atMs) {
      const isAnswer = atMs < time.monotonic();
      if (isAnswer || !next.connected || !previous.connected) return;
      const span = trips.heard(time.monotonic());
      const { slider, hamp, hsp, hdsp, mode, trouble, clockSync } = next;
      if (isOtherWindow(slider, previous.slider)) told(next, { stroke: slider }, span);
      if (hamp !== previous.hamp) told(next, { hamp }, span);
      if (hsp !== previous.hsp && !queue.underWay(({ call }) => isPlayerCall(call))) told(next, { hsp }, span);
      if (hdsp !== previous.hdsp) told(next, { hdsp: hdsp.state }, span);
      if (mode !== previous.mode && mode !== undefined && !queue.underWay(() => true)) told(next, { mode }, span);
      const isStuck = trouble.sliderBlocked && !previous.trouble.sliderBlocked;
      if (isStuck || (trouble.motorHot && !previous.trouble.motorHot)) happened(next, rest, span);
      if (clockSync !== previous.clockSync) {
        const byMs = clockSync.clockOffset - previous.clockSync.clockOffset;
        if (byMs !== 0) queue.add((now) => ({ ...now, clockLateMs: laterBy(now.clockLateMs, byMs) }));
        hearClock(next, { time: clockSync.deviceTime, clock_offset: clockSync.deviceClockOffset }, span);
      }
    },
    asked(state, call, given) {
      const input = inputOf(call, given);
      const bornIn = generation;
      const sentMs = time.monotonic();
      const movement = movementOf(state);
      const deed = input && deedOf({ call, input, result: undefined });
      let entry: Entry | undefined;
      if (movement && deed) {
        const surroundings = surroundingsOf(state, movement);
        const apply = (result: unknown) => (now: Model, span: Span) =>
          (deedOf({ call, input, result }) ?? deed)(now, surroundings, span);
        const expected = trips.expected(sentMs);
        const untilMs = endsMotion({ call, input }) ? -Infinity : sentMs + trips.patienceMs();
        blending(() => {
          entry = queue.send({ call, input, sentMs, expected, untilMs, apply });
        });
      }
      return {
        answered(now, result) {
          if (bornIn !== generation) return;
          const isOfDevice = endpointOf(call).answeredBy === 'device';
          const span = trips.answered(sentMs, time.monotonic(), isOfDevice);
          const done = entry;
          if (done) blending(() => queue.done(done, span, result));
          if (call.startsWith('hdsp.')) knownAtMs = time.monotonic();
          learn(now, call, result, span);
        },
        failed() {
          const lost = entry;
          if (lost && bornIn === generation) blending(() => queue.drop(lost));
        },
      };
    },
    knowScript(source, points) {
      scripts.delete(source);
      scripts.set(source, points);
      const oldest = scripts.keys().next().value;
      if (scripts.size > SCRIPTS_KEPT && oldest !== undefined) scripts.delete(oldest);
    },
    sampled(state, sample, atMs) {
      const movement = movementOf(state);
      const span = { fromMs: atMs, toMs: atMs };
      if (movement) happened(state, (now) => withReading(now, sample, movement, span), span);
    },
    at(state, nowMs) {
      const movement = movementOf(state);
      const now = queue.view(Math.max(nowMs, time.monotonic()));
      const motion = modelState(now, nowMs);
      const rawMm = shownMm(nowMs);
      if (!movement || !motion || rawMm === undefined) return undefined;
      const whole = zoneOf(movement.travel, FULL_WINDOW);
      const positionMm = Math.min(Math.max(rawMm, whole.minMm), whole.maxMm);
      return {
        positionMm,
        position01: shareOf(movement, positionMm),
        speedMmS: motion.speedMmS,
        moving: motion.speedMmS !== 0 || isMoving(state),
        estimated: true,
        basis: now.goal.kind === 'unknown' ? 'reading' : 'plan',
      };
    },
    readings: () => readings,
    inStroke01(state, nowMs) {
      const movement = movementOf(state);
      const motion = modelState(model(), nowMs);
      if (!movement || !motion || nowMs - knownAtMs > KNOWN_FOR_MS) return undefined;
      return toRelative(movement.stroke, motion.positionMm);
    },
    forget() {
      generation += 1;
      trips = createRoundTrips();
      queue = createQueue(unknownModel);
      blend = { sinceMs: -Infinity, offsetMm: 0 };
      readings = [];
      knownAtMs = -Infinity;
      clockHeard = '';
    },
  };
}

/** The input as it is sent; `undefined` for one that is refused before it is. */
function inputOf(call: CallName, given: unknown): object | undefined {
  try {
    return outgoingInput(call as ClientCallName, given, ANY_STREAM_ID); // what is sent is a client's call
  } catch {
    return undefined; // whoever made the call hears why from the client
  }
}

const isPlayerCall = (call: CallName): boolean => /^(hsp|hssp|stream)\./.test(call);

const isOtherWindow = (a: StrokeWindow, b: StrokeWindow): boolean => a.min !== b.min || a.max !== b.max;

const shareOf = ({ travel }: Movement, positionMm: number): number =>
  toRelative(zoneOf(travel, FULL_WINDOW), positionMm);
