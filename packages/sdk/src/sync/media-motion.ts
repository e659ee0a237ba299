import type { Time, Undo } from '@tactus/time';
import { beginLine, type FrameLine, lineWithObservation, lineWithRate, mediaMsAt } from './frame-line.ts';
import type { MediaFrame, MediaPort } from './media-port.ts';

/** Why a line began: the medium started to move, its rate changed, or it is somewhere else all of a sudden. */
export type MotionChangeCause = 'start' | 'rate' | 'jump';

/** By what a medium is seen to move. */
export type MotionDetection = 'frames' | 'polling';

/** What is heard of a medium's motion. */
export interface MotionListener {
  /** It is to move, and has not been seen to yet. */
  onAwaited(): void;
  /** It moves, along this line. */
  onMoves(line: FrameLine, cause: MotionChangeCause, source: MotionDetection): void;
  /** It was seen once more. */
  onLine(line: FrameLine, source: MotionDetection): void;
  /** It stands still: at rest, or held until it has data again. */
  onStill(kind: 'rest' | 'held'): void;
}

/** How often the clock of a medium is read that shows no pictures, ms: while it is about to move, and while it moves. */
const POLL_AWAITED_MS = 20;
const POLL_MOVING_MS = 100;
/** Without a picture for so long a medium is either not shown, or does not move, ms. */
const FRAMES_MISSING_MS = 250;
/** An observation that is off by more is no delay: the medium is somewhere else, ms. */
const JUMP_MS = 250;
/** Observations after which the medium's clock can be compared with its pictures, and how much a new comparison counts. */
const BIAS_AFTER = 10;
const BIAS_GAIN = 0.05;

/** Watches a medium move, until undone; one that moves already is awaited like any other. */
export function watchMotion(media: MediaPort, time: Time, listener: MotionListener): Undo {
  let state: 'still' | 'awaited' | 'moving' = 'still';
  let line: FrameLine | undefined;
  let source: MotionDetection = 'frames';
  /** What was seen last of a medium that does not move yet, by either way of looking. */
  let lastFrame: MediaFrame | undefined;
  let lastPoll: MediaFrame | undefined;
  let frameAtMs = Number.NEGATIVE_INFINITY;
  let mediaMsAtFrame = 0;
  /** How far the medium's clock runs ahead of its pictures, ms at rate 1; learned while there are pictures. */
  let biasMs = 0;
  let cancelPoll: Undo = () => undefined;

  const canMove = () => !media.isPaused() && !media.isHeld();
  const polled = (): MediaFrame => ({
    atMs: time.monotonic(),
    mediaMs: media.timeMs() - biasMs * media.rate(),
  });

  function still(kind: 'rest' | 'held'): void {
    const wasStill = state === 'still';
    state = 'still';
    line = undefined;
    lastPoll = undefined;
    cancelPoll();
    if (!wasStill || kind === 'rest') listener.onStill(kind);
    if (kind === 'held' && !media.isPaused()) awaitMotion();
  }

  function awaitMotion(): void {
    if (state !== 'still' || media.isPaused()) return;
    state = 'awaited';
    frameAtMs = time.monotonic();
    mediaMsAtFrame = media.timeMs();
    listener.onAwaited();
    poll();
  }

  function begin(frame: MediaFrame, seenBy: MotionDetection, cause: MotionChangeCause): void {
    state = 'moving';
    source = seenBy;
    line = beginLine(frame, media.rate());
    listener.onMoves(line, cause, source);
  }

  function seen(frame: MediaFrame, by: MotionDetection): void {
    if (!line) return;
    if (Math.abs(frame.mediaMs - mediaMsAt(line, frame.atMs)) > JUMP_MS) {
      begin(frame, by, 'jump');
      return;
    }
    line = lineWithObservation(line, frame);
    listener.onLine(line, source);
  }

  function onFrame(frame: MediaFrame): void {
    frameAtMs = time.monotonic();
    mediaMsAtFrame = media.timeMs();
    if (!canMove() || state !== 'moving') {
      // The first picture after a pause, a seek or a stall may be the one that stands still.
      const before = lastFrame;
      lastFrame = frame;
      const moved = before !== undefined && frame.mediaMs > before.mediaMs && frame.mediaMs - before.mediaMs < JUMP_MS;
      if (state === 'awaited' && canMove() && moved) begin(frame, 'frames', 'start');
      return;
    }
    lastFrame = frame;
    onRate();
    if (source === 'polling' && line) {
      source = 'frames';
      line = beginLine(frame, media.rate());
      listener.onLine(line, source);
      return;
    }
    seen(frame, 'frames');
    learnBias();
  }

  function learnBias(): void {
    if (!line || line.offsets.length < BIAS_AFTER) return;
    const ahead = (media.timeMs() - mediaMsAt(line, time.monotonic())) / line.rate;
    biasMs += BIAS_GAIN * (ahead - biasMs);
  }

  function poll(): void {
    cancelPoll();
    if (state === 'still') return;
    cancelPoll = time.after(state === 'awaited' ? POLL_AWAITED_MS : POLL_MOVING_MS, poll);
    update();
  }

  function update(): void {
    if (!canMove()) return;
    const waitsForFrames = media.onFrame !== undefined && time.monotonic() - frameAtMs < FRAMES_MISSING_MS;
    if (waitsForFrames) return;
    const hasMoved = media.onFrame === undefined || media.timeMs() > mediaMsAtFrame;
    const now = polled();
    if (state === 'awaited') {
      const before = lastPoll;
      lastPoll = now;
      if (before && hasMoved && now.mediaMs > before.mediaMs) begin(now, 'polling', 'start');
      return;
    }
    if (!hasMoved || now.mediaMs === lastPoll?.mediaMs) {
      still('held');
      return;
    }
    lastPoll = now;
    mediaMsAtFrame = media.timeMs();
    if (source === 'frames') {
      // The pictures have gone, as they do in a hidden tab: the clock is asked from here on.
      source = 'polling';
      line = beginLine(now, media.rate());
    }
    seen(now, 'polling');
  }

  function onRate(): void {
    // One that is held will be heard of, and then begins anew at its rate.
    if (state !== 'moving' || !line || media.rate() === line.rate || !canMove()) return;
    line = lineWithRate(line, time.monotonic(), media.rate());
    listener.onMoves(line, 'rate', source);
  }

  const undo = [
    media.on('play', awaitMotion),
    media.on('playing', awaitMotion),
    media.on('seeked', awaitMotion),
    media.on('pause', () => still('rest')),
    media.on('ended', () => still('rest')),
    media.on('waiting', () => still('held')),
    media.on('seeking', () => {
      lastFrame = undefined;
      still(media.isPaused() ? 'rest' : 'held');
    }),
    media.on('ratechange', onRate),
    media.onFrame?.(onFrame),
  ];
  awaitMotion();

  return () => {
    cancelPoll();
    for (const stop of undo) stop?.();
  };
}
