import { FULL_WINDOW, fractionOfZone, type StrokeWindow, zoneOfWindow } from '@tactus/motion';
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
import type { Time } from '@tactus/time';
import { isModeMoving } from '../commands/stop-calls.ts';
import { type PendingInlineScript, readInlineScript } from '../scripts/inline-script.ts';
import { createKnownScripts } from '../scripts/known-scripts.ts';
import type { DeviceState } from '../state/device-state.ts';
import { NO_POSITION_BLEND, remainingBlendMm, startPositionBlend } from './blend.ts';
import { callEndsMotion, motionEffectOfCall } from './command-effects.ts';
import { hypothesisSpreadMm } from './hypotheses.ts';
import { inputAsSent } from './input-as-sent.ts';
import { isCausedBy } from './is-caused-by.ts';
import {
  type MotionModel,
  predictedSliderState,
  unknownMotionModel,
  withReading,
  withReportedStreamTime,
} from './model.ts';
import { brakeEffect, type MotionEffect, type PredictionContext } from './motion-effect.ts';
import { type MovementParameters, motionOfReading, movementParametersOf } from './movement.ts';
import type { PositionPredictor, PositionReading } from './position.ts';
import { createPredictionQueue, type PredictionQueueEntry } from './queue.ts';
import { type DeviceReport, effectOfReport } from './reports.ts';
import { createRoundTripEstimator, type ExecutionSpan, middleOfSpan, spanLaterBy, widenedSpan } from './span.ts';

/** How long a reading or a direct move fixes the position accurately enough to move the slider there. */
const KNOWN_FOR_MS = 5_000;
/** How many readings are stored for charts. */
const READINGS_MAX = 300;
/** Rounding of the times of a clock report, ms. */
const CLOCK_REPORT_MS = 1;
/** A change of the clock's estimate by less than this is ignored, ms. */
const SAME_CLOCK_MS = 1;

/** `serverAt` returns the cloud's estimated time at a monotonic instant. */
export function createPositionPredictor(time: Time, serverAt: (monotonicMs: number) => number): PositionPredictor {
  let trips = createRoundTripEstimator();
  let queue = createPredictionQueue(unknownMotionModel);
  let blend = NO_POSITION_BLEND;
  let residualMm = 0;
  let readings: PositionReading[] = [];
  let knownAtMs = -Infinity;
  let generation = 0;
  let lastClock = '';
  /** The cloud's time at monotonic 0, to which the device's clock delay refers. */
  let serverAtZeroMs: number | undefined;
  const scripts = createKnownScripts();

  const model = () => queue.view(time.monotonic());

  function contextOf(
    state: DeviceState,
    movement: MovementParameters,
    inlineScript?: PendingInlineScript,
  ): PredictionContext {
    const atZeroMs = followClock();
    return {
      movement,
      instantOfServer: (serverMs) => serverMs - atZeroMs,
      offsetMs: state.clockSync.deviceUserTimeOffset ?? 0,
      scriptOf: (named) => (inlineScript ? inlineScript.points() : scripts.pointsOf(named)),
    };
  }

  /** When the estimate of the cloud's clock changes, shifts the delay of the device's clock, which refers to it. */
  function followClock(): number {
    const atZeroMs = serverAt(time.monotonic()) - time.monotonic();
    const byMs = atZeroMs - (serverAtZeroMs ?? atZeroMs);
    if (serverAtZeroMs !== undefined && Math.abs(byMs) < SAME_CLOCK_MS) return atZeroMs;
    serverAtZeroMs = atZeroMs;
    if (byMs !== 0) queue.add((now) => ({ ...now, clockLateMs: spanLaterBy(now.clockLateMs, byMs) }));
    return atZeroMs;
  }

  function shownMm(atMs: number): number | undefined {
    const state = predictedSliderState(queue.view(Math.max(atMs, time.monotonic())), atMs);
    if (!state) return undefined;
    return state.positionMm + remainingBlendMm(blend, atMs);
  }

  /** Changes the model; the shown position is blended over to the new one. */
  function blending(change: () => void): void {
    const nowMs = time.monotonic();
    const beforeMm = shownMm(nowMs);
    change();
    const afterMm = predictedSliderState(model(), nowMs)?.positionMm;
    blend = startPositionBlend(nowMs, beforeMm, afterMm);
  }

  /** Applies a change of the device without a call of ours. */
  function happened(state: DeviceState, effect: MotionEffect, span: ExecutionSpan): void {
    const movement = movementParametersOf(state);
    if (!movement) return;
    const context = contextOf(state, movement);
    blending(() => queue.add((now) => effect(now, context, span)));
  }

  function read(state: DeviceState, reading: SliderState, span: ExecutionSpan): void {
    const movement = movementParametersOf(state);
    if (!movement) return;
    const motion = motionOfReading(reading);
    const atMs = middleOfSpan(span);
    knownAtMs = atMs;
    const thought = predictedSliderState(model(), atMs);
    const blurMm = ((thought?.speedMmS ?? 0) * (span.toMs - span.fromMs)) / 2000;
    residualMm = thought ? Math.max(0, Math.abs(thought.positionMm - motion.positionMm) - Math.abs(blurMm)) : 0;
    const shown = { atMs, ...motion, position01: shareOf(movement, motion.positionMm) };
    readings = [...readings, shown].slice(-READINGS_MAX);
    happened(state, (now) => withReading(now, motion, movement, span), span);
  }

  /** Applies an answered call. Its effect is certain when its inline script is read. */
  function executed(
    entry: PredictionQueueEntry,
    span: ExecutionSpan,
    result: unknown,
    reading: Promise<void> | undefined,
  ): void {
    const bornIn = generation;
    const conclude = () => {
      if (bornIn === generation) blending(() => queue.done(entry, span, result));
    };
    if (reading !== undefined) {
      blending(() => queue.confirm(entry, span, result));
      void reading.then(conclude);
    } else conclude();
  }

  /** Applies a report of the device; differences from the model happened without a call of ours. */
  function applyReport(state: DeviceState, report: DeviceReport, span: ExecutionSpan): void {
    const effect = effectOfReport(model(), report, time.monotonic());
    if (effect) happened(state, effect, span);
  }

  /** Applies a reported device time: with the span of the report, it shows the delay of the clock. */
  function applyClock(
    state: DeviceState,
    { time: deviceMs, clock_offset }: Omit<ClockInfo, 'rtd'>,
    span: ExecutionSpan,
  ): void {
    const key = `${deviceMs} ${clock_offset}`;
    const movement = movementParametersOf(state);
    if (key === lastClock || !movement || deviceMs === 0) return;
    lastClock = key;
    const atMs = contextOf(state, movement).instantOfServer(deviceMs + clock_offset);
    queue.add((now) => ({ ...now, clockLateMs: widenedSpan(spanLaterBy(span, -atMs), CLOCK_REPORT_MS) }));
  }

  /** Applies the facts in an answer, apart from the effect of its call. */
  function learn(state: DeviceState, call: CallName, result: unknown, span: ExecutionSpan): void {
    // Every result here is that of the call named.
    if (call === 'slider.state') read(state, result as SliderState, span);
    else if (call === 'hamp.state') applyReport(state, { hamp: result as HampState }, span);
    else if (call === 'slider.stroke') applyReport(state, { stroke: result as StrokeWindow }, span);
    else if (call === 'info.mode') applyReport(state, { mode: (result as { mode: DeviceMode }).mode }, span);
    else if (call === 'hstp.info' || (call === 'hstp.clocksync' && result !== 'ok'))
      applyClock(state, result as ClockInfo, span);
    else if (isPlayerCall(call)) learnOfStream(state, call, result as HspState, span);
  }

  function learnOfStream(state: DeviceState, call: CallName, hsp: HspState, span: ExecutionSpan): void {
    if (call.endsWith('.state')) applyReport(state, { hsp }, span);
    if (call.startsWith('hsp.') && !queue.findPending((entry) => isPlayerCall(entry.call)))
      applyReport(state, { buffer: hsp }, span);
    if (hsp.play_state !== HspPlayState.PLAYING) return;
    happened(
      state,
      (now) => (now.streamId === hsp.stream_id ? withReportedStreamTime(now, hsp.current_time, span) : now),
      span,
    );
  }

  return {
    eventReceived(event) {
      const nowMs = time.monotonic();
      const entry = queue.findPending(
        ({ call, input, sentMs }) => trips.mayBeAnswered(sentMs, nowMs) && isCausedBy(event, call, input),
      );
      if (entry) blending(() => queue.confirm(entry, trips.received(nowMs, entry.sentMs), undefined));
    },
    changed(next, previous, atMs) {
      const isAnswer = atMs < time.monotonic();
      if (isAnswer || !next.connected || !previous.connected) return;
      const span = trips.received(time.monotonic());
      const { slider, hamp, hsp, hdsp, mode, trouble, clockSync } = next;
      if (isOtherWindow(slider, previous.slider)) applyReport(next, { stroke: slider }, span);
      if (hamp !== previous.hamp) applyReport(next, { hamp }, span);
      if (hsp !== previous.hsp && !queue.findPending(({ call }) => isPlayerCall(call)))
        applyReport(next, { hsp }, span);
      if (hdsp !== previous.hdsp) applyReport(next, { hdsp: hdsp.state }, span);
      if (mode !== previous.mode && mode !== undefined && !queue.findPending(() => true))
        applyReport(next, { mode }, span);
      const isStuck = trouble.sliderBlocked && !previous.trouble.sliderBlocked;
      if (isStuck || (trouble.motorHot && !previous.trouble.motorHot)) happened(next, brakeEffect, span);
      if (clockSync !== previous.clockSync) {
        applyClock(next, { time: clockSync.deviceTime, clock_offset: clockSync.deviceClockOffset }, span);
      }
    },
    commandSent(state, call, rawInput) {
      const input = inputAsSent(call, rawInput);
      const bornIn = generation;
      const sentMs = time.monotonic();
      const movement = movementParametersOf(state);
      const effect = input && motionEffectOfCall({ call, input, result: undefined });
      const inlineScript = effect && isScriptSetup(call) ? readInlineScript(input, time) : undefined;
      let entry: PredictionQueueEntry | undefined;
      if (movement && effect) {
        const context = contextOf(state, movement, inlineScript);
        const apply = (result: unknown) => (now: MotionModel, span: ExecutionSpan) =>
          (motionEffectOfCall({ call, input, result }) ?? effect)(now, context, span);
        const expected = trips.expected(sentMs);
        const untilMs = callEndsMotion({ call, input }) ? -Infinity : sentMs + trips.patienceMs();
        blending(() => {
          entry = queue.send({ call, input, sentMs, expected, untilMs, apply });
        });
      }
      return {
        answered(now, result) {
          if (bornIn !== generation) return;
          const isOfDevice = endpointOf(call).answeredBy === 'device';
          const span = trips.answered(sentMs, time.monotonic(), isOfDevice);
          if (entry) executed(entry, span, result, inlineScript?.reading);
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
    at(state, nowMs) {
      const movement = movementParametersOf(state);
      const now = queue.view(Math.max(nowMs, time.monotonic()));
      const motion = predictedSliderState(now, nowMs);
      const rawMm = shownMm(nowMs);
      if (!movement || !motion || rawMm === undefined) return undefined;
      const whole = zoneOfWindow(movement.travel, FULL_WINDOW);
      const positionMm = Math.min(Math.max(rawMm, whole.minMm), whole.maxMm);
      return {
        positionMm,
        position01: shareOf(movement, positionMm),
        speedMmS: motion.speedMmS,
        moving: motion.speedMmS !== 0 || isModeMoving(state),
        estimated: true,
        basis: now.goal.kind === 'unknown' ? 'reading' : 'plan',
      };
    },
    uncertaintyMm(sentMs) {
      const { fromMs, toMs } = trips.expected(sentMs);
      return Math.max(residualMm, hypothesisSpreadMm(model().hypotheses, (fromMs + toMs) / 2));
    },
    readings: () => readings,
    inStroke01(state, nowMs) {
      const movement = movementParametersOf(state);
      const motion = predictedSliderState(model(), nowMs);
      if (!movement || !motion || nowMs - knownAtMs > KNOWN_FOR_MS) return undefined;
      return fractionOfZone(movement.stroke, motion.positionMm);
    },
    forget(isSameDevice) {
      const last = model();
      // No reading says which points the device plays on.
      const kept = isSameDevice && (last.goal.kind === 'track' || last.goal.kind === 'unknown') ? last : undefined;
      generation += 1;
      trips = createRoundTripEstimator();
      queue = createPredictionQueue(kept ?? unknownMotionModel);
      blend = NO_POSITION_BLEND;
      residualMm = 0;
      readings = [];
      knownAtMs = -Infinity;
      lastClock = '';
      serverAtZeroMs = kept && serverAtZeroMs;
    },
  };
}

const isScriptSetup = (call: CallName): boolean => call === 'hssp.setup' || call === 'stream.setup';

const isPlayerCall = (call: CallName): boolean => /^(hsp|hssp|stream)\./.test(call);

const isOtherWindow = (a: StrokeWindow, b: StrokeWindow): boolean => a.min !== b.min || a.max !== b.max;

const shareOf = ({ travel }: MovementParameters, positionMm: number): number =>
  fractionOfZone(zoneOfWindow(travel, FULL_WINDOW), positionMm);
