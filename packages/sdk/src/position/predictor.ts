import { FULL_WINDOW, type StrokeWindow, toRelative, zoneOf } from '@tactus/motion';
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
import { isMoving } from '../commands/stop-calls.ts';
import { type BroughtScript, readBrought } from '../scripts/brought-script.ts';
import { createKnownScripts } from '../scripts/known-scripts.ts';
import type { DeviceState } from '../state/device-state.ts';
import { blendedMm, blendOf, noBlend } from './blend.ts';
import { type Deed, rest, type Surroundings } from './deed.ts';
import { deedOf, endsMotion } from './deeds.ts';
import { mayExplain } from './explained.ts';
import { doubtIn } from './hypotheses.ts';
import { type Model, modelState, unknownModel, withReading, withStreamTime } from './model.ts';
import { type Movement, motionOfReading, movementOf } from './movement.ts';
import type { PositionReading, Predictor } from './position.ts';
import { createQueue, type Entry } from './queue.ts';
import { deedOfReport, type Report } from './reports.ts';
import { createRoundTrips, laterBy, middleOf, type Span, widened } from './span.ts';

/** How long a reading or a direct move tells the position well enough to send the slider there. */
const KNOWN_FOR_MS = 5_000;
/** How many readings are kept for charts. */
const READINGS_KEPT = 300;
/** Rounding of the times of a clock report, ms. */
const CLOCK_REPORT_MS = 1;
/** A clock that is known better than before by less than this is no other clock, ms. */
const SAME_CLOCK_MS = 1;

/** Which number a stream gets tells nothing of the movement. */
const ANY_STREAM_ID = createRandom(1);

/** Builds a predictor; `serverAt` gives the cloud's time at a monotonic instant, as well as it is known by now. */
export function createPredictor(time: Time, serverAt: (monotonicMs: number) => number): Predictor {
  let trips = createRoundTrips();
  let queue = createQueue(unknownModel);
  let blend = noBlend;
  let surpriseMm = 0;
  let readings: PositionReading[] = [];
  let knownAtMs = -Infinity;
  let generation = 0;
  let clockHeard = '';
  /** The cloud's time at monotonic 0 by which it is known how late the device's clock is. */
  let serverAtZeroMs: number | undefined;
  const scripts = createKnownScripts();

  const model = () => queue.view(time.monotonic());

  function surroundingsOf(state: DeviceState, movement: Movement, brought?: BroughtScript): Surroundings {
    const atZeroMs = followClock();
    return {
      movement,
      instantOfServer: (serverMs) => serverMs - atZeroMs,
      offsetMs: state.clockSync.deviceUserTimeOffset ?? 0,
      scriptOf: (named) => (brought ? brought.points() : scripts.pointsOf(named)),
    };
  }

  /** Where the cloud's clock is believed elsewhere than before, the device's, which is known against it, is so too. */
  function followClock(): number {
    const atZeroMs = serverAt(time.monotonic()) - time.monotonic();
    const byMs = atZeroMs - (serverAtZeroMs ?? atZeroMs);
    if (serverAtZeroMs !== undefined && Math.abs(byMs) < SAME_CLOCK_MS) return atZeroMs;
    serverAtZeroMs = atZeroMs;
    if (byMs !== 0) queue.add((now) => ({ ...now, clockLateMs: laterBy(now.clockLateMs, byMs) }));
    return atZeroMs;
  }

  function shownMm(atMs: number): number | undefined {
    const state = modelState(queue.view(Math.max(atMs, time.monotonic())), atMs);
    if (!state) return undefined;
    return state.positionMm + blendedMm(blend, atMs);
  }

  /** Changes what is known; what was shown at that moment goes over into it. */
  function blending(change: () => void): void {
    const nowMs = time.monotonic();
    const beforeMm = shownMm(nowMs);
    change();
    const afterMm = modelState(model(), nowMs)?.positionMm;
    blend = blendOf(nowMs, beforeMm, afterMm);
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
    const atMs = middleOf(span);
    knownAtMs = atMs;
    const thought = modelState(model(), atMs);
    const blurMm = ((thought?.speedMmS ?? 0) * (span.toMs - span.fromMs)) / 2000;
    surpriseMm = thought ? Math.max(0, Math.abs(thought.positionMm - motion.positionMm) - Math.abs(blurMm)) : 0;
    const shown = { atMs, ...motion, position01: shareOf(movement, motion.positionMm) };
    readings = [...readings, shown].slice(-READINGS_KEPT);
    happened(state, (now) => withReading(now, motion, movement, span), span);
  }

  /** A call was answered. What it did is sure when the script that it brought along is read. */
  function carriedOut(entry: Entry, span: Span, result: unknown, reading: Promise<void> | undefined): void {
    const bornIn = generation;
    const conclude = () => {
      if (bornIn === generation) blending(() => queue.done(entry, span, result));
    };
    if (reading !== undefined) {
      blending(() => queue.confirm(entry, span, result));
      void reading.then(conclude);
    } else conclude();
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
      if (entry) blending(() => queue.confirm(entry, trips.heard(nowMs, entry.sentMs), undefined));
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
        hearClock(next, { time: clockSync.deviceTime, clock_offset: clockSync.deviceClockOffset }, span);
      }
    },
    asked(state, call, given) {
      const input = inputOf(call, given);
      const bornIn = generation;
      const sentMs = time.monotonic();
      const movement = movementOf(state);
      const deed = input && deedOf({ call, input, result: undefined });
      const brought = deed && isScriptSetup(call) ? readBrought(input, time) : undefined;
      let entry: Entry | undefined;
      if (movement && deed) {
        const surroundings = surroundingsOf(state, movement, brought);
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
          if (entry) carriedOut(entry, span, result, brought?.reading);
          if (call.startsWith('hdsp.')) knownAtMs = time.monotonic();
          learn(now, call, result, span);
        },
        failed() {
          const lost = entry;
          if (lost && bornIn === generation) blending(() => queue.drop(lost));
        },
      };
    },
    knowScript: scripts.know,
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
    doubtMm(askedMs) {
      const { fromMs, toMs } = trips.expected(askedMs);
      return Math.max(surpriseMm, doubtIn(model().hypotheses, (fromMs + toMs) / 2));
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
      blend = noBlend;
      surpriseMm = 0;
      readings = [];
      knownAtMs = -Infinity;
      clockHeard = '';
      serverAtZeroMs = undefined;
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

const isScriptSetup = (call: CallName): boolean => call === 'hssp.setup' || call === 'stream.setup';

const isPlayerCall = (call: CallName): boolean => /^(hsp|hssp|stream)\./.test(call);

const isOtherWindow = (a: StrokeWindow, b: StrokeWindow): boolean => a.min !== b.min || a.max !== b.max;

const shareOf = ({ travel }: Movement, positionMm: number): number =>
  toRelative(zoneOf(travel, FULL_WINDOW), positionMm);
