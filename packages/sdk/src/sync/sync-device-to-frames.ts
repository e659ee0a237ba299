import type { Undo } from '@tactus/time';
import { createPlaybackCommandLane, type PlaybackCommandKind, type PlaybackCommandOutcome } from './command-lane.ts';
import type { DetachCause, SyncDriver, SyncDriverParts } from './driver.ts';
import { watchMediaMotion } from './media-motion.ts';
import { fitStandardErrorMs, type MediaTimeFit, mediaMsAt } from './media-time-fit.ts';
import type { ScriptMoment } from './playback.ts';
import type { SyncCorrectionCause, SyncPhase } from './sync-state.ts';

/** Deviations below this many ms of the script, or below this many standard errors of the line, are not corrected. */
const DEAD_ZONE_MS = 2;
const DEAD_ZONE_SIGMAS = 2;
/** The observations for a correction, and the wait before the next one, ms. */
const OBSERVATIONS_NEEDED = 6;
const CORRECT_EVERY_MS = 1_000;
/** Beyond this deviation the playback is started again: its points may not be in the device's buffer. */
const PLAY_ANEW_MS = 500;
/** A failed command is sent again after this time. */
const RETRY_MS = 1_000;
/** A play sent behind an unanswered stop, or the reverse, is sent again after this time, in which the first of them has arrived, ms. */
const REPEAT_MS = 80;

/** The device's clock if it executed the commands; on the monotonic clock of this machine. */
interface Belief {
  readonly atMs: number;
  readonly scriptMs: number;
  readonly rate: number;
  /** The estimate of the cloud's clock in the command: its difference from the monotonic clock, ms. */
  readonly cloudAheadMs: number;
}

/**
 * Locks the device to the frames of the medium: a line is fitted through them, play is sent at the first one that
 * moved, stop as soon as the medium waits, and a deviation is corrected when it leaves the dead zone. A medium that
 * loops is handled as one that seeks, and the device never loops itself: its script may be shorter.
 */
export function syncDeviceToFrames(parts: SyncDriverParts): SyncDriver {
  const { media, playback, time, board } = parts;
  let wanted: MediaTimeFit | undefined;
  let out: DetachCause | undefined;
  let hasAnswered = false;
  /** Whether a stop has been requested and not been answered. */
  let isStopDue = false;
  /** Whether commands may have overtaken each other: a report of standing still is then not the device's own action. */
  let isConfirming = false;
  let belief: Belief | undefined;
  let correctedAtMs = Number.NEGATIVE_INFINITY;
  let repeat: { readonly atMs: number; readonly cancel: Undo } | undefined;

  const lane = createPlaybackCommandLane({ time, onEnd, onMixed });
  const unwatch = watchMediaMotion(media, time, {
    onAwaited: () => board.get().phase === 'idle' && setPhase('starting'),
    onMoves(line, cause, source) {
      wanted = line;
      board.patch({ source });
      if (out === 'script-over' && cause !== 'rate') out = undefined;
      startDevice(cause);
    },
    onLine(line, source) {
      if (!wanted) return;
      wanted = line;
      board.patch({ source });
      follow(line);
    },
    onStill(kind) {
      const wasWanted = wanted !== undefined;
      wanted = undefined;
      if (wasWanted && !out) stopDevice();
      if (kind === 'rest') out = undefined;
      setPhase(kind === 'rest' ? 'idle' : (out ?? 'held'));
    },
  });
  const unsubscribe = media.on('play', () => {
    out = undefined;
    board.patch({ pausedBy: undefined });
  });

  function setPhase(phase: SyncPhase): void {
    board.patch({ phase: parts.canSend() ? phase : 'device-away' });
  }

  const cloudAheadNowMs = () => parts.serverNow() - time.monotonic();

  /**
   * Where the medium is at the next whole ms of the cloud's clock, or as far towards it as the device goes at most; from now on the device's
   * clock is taken for that.
   */
  function aimAt(line: MediaTimeFit, cause: SyncCorrectionCause, stepMs = Infinity): ScriptMoment {
    const cloudAheadMs = cloudAheadNowMs();
    const atServerMs = Math.round(time.monotonic() + cloudAheadMs);
    const atMs = atServerMs - cloudAheadMs;
    const mediaMs = Math.max(0, Math.round(mediaMsAt(line, atMs)));
    const playedMs = belief ? believedMs(belief, atMs) : mediaMs;
    const offMs = mediaMs - playedMs;
    const scriptMs = Math.abs(offMs) > stepMs ? Math.round(playedMs + Math.sign(offMs) * stepMs) : mediaMs;
    const byMs = belief && scriptMs - playedMs;
    belief = { atMs, scriptMs, rate: line.rate, cloudAheadMs };
    correctedAtMs = time.monotonic();
    board.corrected({ atMs: correctedAtMs, cause, byMs });
    return { scriptMs, atServerMs, byMs };
  }

  /** The device's time in the script now. A command has its time from the cloud: a better estimate of that clock moves it. */
  function believedMs({ atMs, scriptMs, rate, cloudAheadMs }: Belief, nowMs: number): number {
    const changeMs = cloudAheadNowMs() - cloudAheadMs;
    const isKnown = Math.abs(changeMs) > parts.clockJitterMs();
    return scriptMs + rate * (nowMs - atMs + (isKnown ? changeMs : 0));
  }

  function startDevice(cause: SyncCorrectionCause): void {
    cancelRepeat();
    isConfirming = false;
    if (!wanted || out) return;
    setPhase('following');
    if (lane.isBusy('stop')) repeatAfter(REPEAT_MS);
    play(wanted, cause);
  }

  function play(line: MediaTimeFit, cause: SyncCorrectionCause): void {
    if (!parts.canSend()) return;
    const moment = aimAt(line, cause);
    isStopDue = false;
    lane.send('play', () => playback.play({ ...moment, rate: line.rate, loop: false }));
  }

  function stopDevice(): void {
    cancelRepeat();
    isConfirming = false;
    belief = undefined;
    hasAnswered = false;
    if (lane.isBusy('play')) repeatAfter(REPEAT_MS);
    stop();
  }

  function stop(): void {
    isStopDue = true;
    if (parts.canSend()) lane.send('stop', () => playback.stop());
  }

  function cancelRepeat(): void {
    repeat?.cancel();
    repeat = undefined;
  }

  /** Sends the current command again then, or sooner where that is planned already. */
  function repeatAfter(ms: number): void {
    const atMs = time.monotonic() + ms;
    if (repeat && repeat.atMs <= atMs) return;
    cancelRepeat();
    const cancel = time.after(ms, () => {
      repeat = undefined;
      if (wanted && !out) play(wanted, 'confirmation');
      else if (isStopDue) stop();
    });
    repeat = { atMs, cancel };
  }

  function correct(cause: SyncCorrectionCause): void {
    if (!wanted || !parts.canSend() || out) return;
    const moment = aimAt(wanted, cause, playback.stepMs?.());
    lane.send('sync', () => playback.syncTime({ ...moment, filter: 1 }));
  }

  function follow(line: MediaTimeFit): void {
    if (!belief || !hasAnswered || out) return;
    const nowMs = time.monotonic();
    const offMs = mediaMsAt(line, nowMs) - believedMs(belief, nowMs);
    const openMs = fitStandardErrorMs(line);
    board.measured(Math.abs(offMs) + openMs);
    if (line.offsets.length < OBSERVATIONS_NEEDED || lane.isBusy() || nowMs - correctedAtMs < CORRECT_EVERY_MS) return;
    if (Math.abs(offMs) > PLAY_ANEW_MS) startDevice('jump');
    else if (Math.abs(offMs) > DEAD_ZONE_MS * Math.max(1, line.rate) + DEAD_ZONE_SIGMAS * openMs) correct('drift');
  }

  function onMixed(): void {
    // A disconnected device gets the stop once it is back; one that should move is checked then in any case.
    if (wanted && !out && !parts.canSend()) return;
    cancelRepeat();
    if (!wanted || out) stop();
    else {
      isConfirming = true;
      correct('confirmation');
    }
  }

  function onEnd(kind: PlaybackCommandKind, end: PlaybackCommandOutcome): void {
    board.patch({ problem: 'error' in end ? end.error : undefined });
    const wasConfirming = isConfirming;
    if (kind === 'sync') isConfirming = false;
    if ('error' in end) {
      const isFinal = end.error.code === 'aborted' || end.error.code === 'refused';
      if (!isFinal && (kind !== 'sync' || wasConfirming)) repeatAfter(RETRY_MS);
      return;
    }
    if (kind === 'stop') isStopDue = end.plays;
    if (isStopDue) repeatAfter(RETRY_MS);
    if (!wanted || out) return;
    if (kind === 'play') hasAnswered = end.plays;
    if (kind !== 'sync' || end.plays) return;
    if (wasConfirming && playback.isOver?.() !== true) startDevice('confirmation');
    else parts.onSilentStop();
  }

  return {
    wantsMotion: () => wanted !== undefined && !out,
    // While a play or a stop of ours is not answered, the two may have overtaken each other: a rest is no stop of somebody else.
    expectsMotion: () =>
      wanted !== undefined && !out && hasAnswered && !isConfirming && !lane.isBusy('play') && !lane.isBusy('stop'),
    mayMove: lane.mayPlay,
    letGo(why, mayPlay) {
      cancelRepeat();
      isConfirming = false;
      hasAnswered = false;
      belief = undefined;
      out = why;
      setPhase(why);
      if (why === 'device-out') playback.halt?.();
      // A pending command may reach the device after the event that stopped it.
      if (mayPlay || lane.isBusy('play') || isStopDue) stop();
      else lane.rests();
    },
    join() {
      if (!out) return;
      out = undefined;
      startDevice('start');
    },
    confirm() {
      if (isStopDue) stop();
      if (hasAnswered) playback.halt ? startDevice('confirmation') : correct('confirmation');
      setPhase(out ?? (wanted ? 'following' : media.isPaused() ? 'idle' : 'held'));
    },
    close() {
      cancelRepeat();
      unsubscribe();
      unwatch();
      lane.close();
    },
  };
}
