import type { Undo } from '@tactus/time';
import { createPlaybackCommandLane, type PlaybackCommandOutcome } from './command-lane.ts';
import type { DetachCause, SyncDriver, SyncDriverParts } from './driver.ts';
import type { ScriptMoment } from './playback.ts';
import type { SyncCorrectionCause } from './sync-state.ts';

/** When the time is adjusted first, and by how much; then how often, with the default filter. */
const FIRST_ADJUST_MS = 2_000;
const FIRST_ADJUST_FILTER = 0.9;
const ADJUST_EVERY_MS = 15_000;
/** A failed stop is sent again after this time. */
const RETRY_MS = 1_000;

/**
 * The specification's schedule of video sync, which is the compatible mode: on play the device starts at the video's
 * time, the time is adjusted after 2 s and then every 15 s, pause stops the device and the timers, and a rate change
 * sends play again. A stop that fails is repeated. A seek during playback is a play from another place.
 */
export function syncDeviceBySchedule({
  media,
  playback,
  time,
  serverNow,
  board,
  canSend,
}: SyncDriverParts): SyncDriver {
  let out: DetachCause | undefined;
  let isOn = false;
  let hasAnswered = false;
  let owesStop = false;
  let cancelTimers: Undo = () => undefined;
  const lane = createPlaybackCommandLane({
    time,
    onEnd(kind, end) {
      board.patch({ problem: 'error' in end ? end.error : undefined });
      if (kind === 'stop' && !isOn) stopEnded(end);
      if ('error' in end || !isOn) return;
      if (kind === 'play') hasAnswered = end.plays;
    },
    onMixed: () => !isOn && stopDevice(),
  });

  const moment = (): ScriptMoment => ({
    scriptMs: Math.max(0, Math.round(media.timeMs())),
    atServerMs: Math.round(serverNow()),
  });
  const note = (cause: SyncCorrectionCause) => board.corrected({ atMs: time.monotonic(), cause, byMs: undefined });

  function start(cause: SyncCorrectionCause): void {
    if (media.isPaused() || out) return;
    isOn = true;
    hasAnswered = false;
    board.patch({ phase: canSend() ? 'following' : 'device-away', source: 'polling' });
    restartTimers();
    if (!canSend()) return;
    owesStop = false;
    note(cause);
    lane.send('play', () => playback.play({ ...moment(), rate: media.rate(), loop: media.isLooping() }));
  }

  function restartTimers(): void {
    cancelTimers();
    let cancel = time.after(FIRST_ADJUST_MS, () => {
      adjust(FIRST_ADJUST_FILTER);
      cancel = time.every(ADJUST_EVERY_MS, () => adjust());
    });
    cancelTimers = () => cancel();
  }

  function adjust(filter?: number): void {
    if (!canSend()) return;
    note('schedule');
    lane.send('sync', () => playback.syncTime({ ...moment(), ...(filter !== undefined && { filter }) }));
  }

  function end(): void {
    cancelTimers();
    out = undefined;
    if (isOn || owesStop) stopDevice();
    isOn = false;
    hasAnswered = false;
    board.patch({ phase: 'idle' });
  }

  function stopDevice(): void {
    owesStop = !canSend();
    if (!owesStop) lane.send('stop', () => playback.stop());
  }

  function stopEnded(end: PlaybackCommandOutcome): void {
    owesStop = 'error' in end || end.plays;
    cancelTimers();
    if (!owesStop || ('error' in end && (end.error.code === 'aborted' || end.error.code === 'refused'))) return;
    cancelTimers = time.after(RETRY_MS, () => owesStop && stopDevice());
  }

  const undo = [
    media.on('play', () => {
      out = undefined;
      board.patch({ pausedBy: undefined });
      start('start');
    }),
    media.on('pause', end),
    media.on('ended', end),
    media.on('seeked', () => {
      if (out === 'script-over') out = undefined;
      start('jump');
    }),
    media.on('ratechange', () => start('rate')),
  ];
  start('start');

  return {
    wantsMotion: () => isOn,
    expectsMotion: () => isOn && hasAnswered,
    mayMove: lane.mayPlay,
    letGo(why, mayPlay) {
      cancelTimers();
      out = why;
      isOn = false;
      hasAnswered = false;
      board.patch({ phase: why });
      if (why === 'device-out') playback.halt?.();
      // A pending command may reach the device after the event that stopped it.
      if (mayPlay || lane.isBusy('play') || owesStop) stopDevice();
      else lane.rests();
    },
    join() {
      if (!out) return;
      out = undefined;
      start('start');
    },
    confirm() {
      if (owesStop && !isOn) stopDevice();
      if (isOn && hasAnswered) playback.halt ? start('confirmation') : adjust();
      board.patch({ phase: out ?? (isOn ? 'following' : 'idle') });
    },
    close() {
      cancelTimers();
      for (const stop of undo) stop();
      lane.close();
    },
  };
}
