import type { CallName } from '@tactus/protocol';
import type { MotionModel } from './model.ts';
import type { ExecutionSpan } from './span.ts';

/** A call without an answer yet. */
export interface UnansweredCall {
  readonly call: CallName;
  readonly input: unknown;
  readonly sentMs: number;
  /** When the device is expected to execute the call. */
  readonly expected: ExecutionSpan;
  /** Until when its effect is assumed without an answer; `-Infinity`: never. */
  readonly untilMs: number;
  /** Its effect on the model, with the result or before it is known. */
  readonly apply: (result: unknown) => (model: MotionModel, span: ExecutionSpan) => MotionModel;
}

/** An entry of the queue, as a handle. */
export type PredictionQueueEntry = Readonly<Pick<UnansweredCall, 'call' | 'input' | 'sentMs'>>;

interface Waiting {
  readonly sent: UnansweredCall | undefined;
  span: ExecutionSpan;
  untilMs: number;
  isDone: boolean;
  change: (model: MotionModel, span: ExecutionSpan) => MotionModel;
}

/** The confirmed model of the device, and the sent calls without an answer yet, in order. */
export interface PredictionQueue {
  /** The model as of now, with the effects that are assumed. */
  view(nowMs: number): MotionModel;
  /** Adds a change. */
  add(change: (model: MotionModel) => MotionModel): void;
  send(call: UnansweredCall): PredictionQueueEntry;
  /** The oldest pending call that matches and is not confirmed yet. */
  findPending(isMeant: (entry: PredictionQueueEntry) => boolean): PredictionQueueEntry | undefined;
  /** The device has certainly executed the call; its whole effect, or its answer, will follow. */
  confirm(entry: PredictionQueueEntry, span: ExecutionSpan, result: unknown): void;
  /** The call was answered. */
  done(entry: PredictionQueueEntry, span: ExecutionSpan, result: unknown): void;
  /** The call failed: it has no effect. */
  drop(entry: PredictionQueueEntry): void;
}

/** A queue without calls; `start` is the confirmed model. */
export function createPredictionQueue(start: MotionModel): PredictionQueue {
  let base = start;
  let waiting: Waiting[] = [];
  let seen: { model: MotionModel; untilMs: number } | undefined;

  /** Applies all that is certain up to the first call without an answer. */
  function settle(): void {
    seen = undefined;
    while (waiting[0]?.isDone) {
      const { change, span } = waiting[0];
      base = change(base, span);
      waiting = waiting.slice(1);
    }
  }

  const find = (entry: PredictionQueueEntry) => waiting.find(({ sent }) => sent === entry);

  return {
    view(nowMs) {
      if (seen && nowMs < seen.untilMs) return seen.model;
      const counted = waiting.filter(({ untilMs }) => nowMs < untilMs);
      const untilMs = Math.min(...counted.map((entry) => entry.untilMs));
      seen = { model: counted.reduce((model, { change, span }) => change(model, span), base), untilMs };
      return seen.model;
    },
    add(change) {
      waiting.push({ sent: undefined, span: { fromMs: 0, toMs: 0 }, untilMs: Infinity, isDone: true, change });
      settle();
    },
    send(sent) {
      const { expected: span, untilMs, apply } = sent;
      waiting.push({ sent, span, untilMs, isDone: false, change: apply(undefined) });
      settle();
      return sent;
    },
    findPending: (isMeant) =>
      waiting.find(({ sent, isDone, untilMs }) => sent && !isDone && untilMs < Infinity && isMeant(sent))?.sent,
    confirm(entry, span, result) {
      const found = find(entry);
      if (found?.sent) Object.assign(found, { span, untilMs: Infinity, change: found.sent.apply(result) });
      settle();
    },
    done(entry, span, result) {
      const found = find(entry);
      if (!found?.sent) return;
      const sure = found.untilMs === Infinity ? withEarlierWord(span, found.span.toMs) : span;
      Object.assign(found, { span: sure, untilMs: Infinity, isDone: true, change: found.sent.apply(result) });
      settle();
    },
    drop(entry) {
      waiting = waiting.filter(({ sent }) => sent !== entry);
      settle();
    },
  };
}

/** The device sent an event before it answered: the call was executed by then. */
function withEarlierWord(span: ExecutionSpan, receivedToMs: number): ExecutionSpan {
  const toMs = Math.max(span.fromMs, Math.min(span.toMs, receivedToMs));
  return { ...span, toMs, laterMs: Math.max(toMs, span.toMs) };
}
