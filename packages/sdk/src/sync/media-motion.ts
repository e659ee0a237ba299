import type { Time, Undo } from '@tactus/time';
import type { MediaFrame, MediaPort } from './media-port.ts';
import { fitWithObservation, fitWithRate, type MediaTimeFit, mediaMsAt, startMediaTimeFit } from './media-time-fit.ts';

/** Why a line began: the medium started to move, its rate changed, or its position jumped. */
export type MediaMotionChangeCause = 'start' | 'rate' | 'jump';

/** How the motion of a medium is observed. */
export type MediaObservationMethod = 'frames' | 'polling';

/** Receives the motion of a medium. */
export interface MediaMotionListener {
  /** It should move, and has not been observed to move yet. */
  onAwaited(): void;
  /** It moves, along this line. */
  onMoves(line: MediaTimeFit, cause: MediaMotionChangeCause, source: MediaObservationMethod): void;
  /** It was observed once more. */
  onLine(line: MediaTimeFit, source: MediaObservationMethod): void;
  /** It stands still: at rest, or held until it has data again. */
  onStill(kind: 'rest' | 'held'): void;
}

/** How often the clock of a medium without frames is read, ms: while it is about to move, and while it moves. */
const POLL_AWAITED_MS = 20;
const POLL_MOVING_MS = 100;
/** Without a frame for this long a medium is not shown, or does not move, ms. */
const FRAMES_MISSING_MS = 250;
/** A larger deviation of an observation is not a delay: the medium has jumped, ms. */
const JUMP_MS = 250;
/** Observations before the medium's clock is compared with its frames, and the weight of a new comparison. */
const BIAS_AFTER = 10;
const BIAS_GAIN = 0.05;

/** Observes the motion of a medium until undone; a medium that already moves is awaited like any other. */
export function watchMediaMotion(media: MediaPort, time: Time, listener: MediaMotionListener): Undo {
  let state: 'still' | 'awaited' | 'moving' = 'still';
  let line: MediaTimeFit | undefined;
  let source: MediaObservationMethod = 'frames';
  /** The last observations of a medium that does not move yet, by either method. */
  let lastFrame: MediaFrame | undefined;
  let lastPoll: MediaFrame | undefined;
  let frameAtMs = Number.NEGATIVE_INFINITY;
  let mediaMsAtFrame = 0;
  /** How far the medium's clock is ahead of its frames, ms at rate 1; learned while there are frames. */
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

  function begin(frame: MediaFrame, seenBy: MediaObservationMethod, cause: MediaMotionChangeCause): void {
    state = 'moving';
    source = seenBy;
    line = startMediaTimeFit(frame, media.rate());
    listener.onMoves(line, cause, source);
  }

  function seen(frame: MediaFrame, by: MediaObservationMethod): void {
    if (!line) return;
    if (Math.abs(frame.mediaMs - mediaMsAt(line, frame.atMs)) > JUMP_MS) {
      begin(frame, by, 'jump');
      return;
    }
    line = fitWithObservation(line, frame);
    listener.onLine(line, source);
  }

  function onFrame(frame: MediaFrame): void {
    frameAtMs = time.monotonic();
    mediaMsAtFrame = media.timeMs();
    if (!canMove() || state !== 'moving') {
      // The first frame after a pause, a seek or a stall may be a still one.
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
      line = startMediaTimeFit(frame, media.rate());
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
      // Without frames, as in a hidden tab, the clock is read from here on.
      source = 'polling';
      line = startMediaTimeFit(now, media.rate());
    }
    seen(now, 'polling');
  }

  function onRate(): void {
    // A held one emits an event later, and then begins again at its rate.
    if (state !== 'moving' || !line || media.rate() === line.rate || !canMove()) return;
    line = fitWithRate(line, time.monotonic(), media.rate());
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
