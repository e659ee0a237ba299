import type { Time, Undo } from '@tactus/time';
import type { ClipMedia } from './clip-media.ts';
import { CLIP_LENGTH_MS, clickTimesBetween } from './test-clip.ts';

/** How long before they are due clicks are scheduled on the audio clock, and the interval of scheduling, ms. */
const AHEAD_MS = 400;
const POLL_EVERY_MS = 100;

const CLICK_HZ = 1_800;
const CLICK_S = 0.03;
const LOUDNESS = 0.5;

/** The part of a Web Audio context that is used. */
export type ClickAudioContext = Pick<
  AudioContext,
  'currentTime' | 'destination' | 'createOscillator' | 'createGain' | 'getOutputTimestamp' | 'resume' | 'close'
>;

/**
 * Plays the sound of the clip: a click at every turn at the base, timed by the audio clock, less the latency of the output.
 * Opens no context before the clip plays, which a browser allows after a press only. Returns its own undo.
 */
export function startClickSound(parts: {
  readonly clip: ClipMedia;
  readonly time: Time;
  /** Returns undefined where there is no sound. */
  readonly openAudio: () => ClickAudioContext | undefined;
}): Undo {
  const { clip, time, openAudio } = parts;
  let audio: ClickAudioContext | undefined;
  let handedOutMs = Number.NEGATIVE_INFINITY;
  let planned: readonly Click[] = [];
  let cancelPolling: Undo = () => undefined;

  function begin(): void {
    const playedS = audio?.currentTime ?? 0;
    for (const click of planned) if (click.atS > playedS) click.silence();
    planned = [];
    cancelPolling();
    handedOutMs = clip.timeMs();
    if (clip.isPaused()) return;
    audio ??= openAudio();
    if (audio === undefined) return;
    // Sound blocked by the browser does not fail the test: the picture is enough.
    void audio.resume().catch(() => undefined);
    plan(audio);
    const open = audio;
    cancelPolling = time.every(POLL_EVERY_MS, () => plan(open));
  }

  function plan(open: ClickAudioContext): void {
    const nowMs = time.monotonic();
    const aheadMs = clip.timeMsAt(nowMs + AHEAD_MS);
    const toMs = clip.isLooping() ? aheadMs : Math.min(aheadMs, CLIP_LENGTH_MS);
    const rate = clip.rate();
    const hereMs = clip.timeMsAt(nowMs);
    for (const clickMs of clickTimesBetween(handedOutMs, toMs)) {
      const atS = audioSecondAt(open, nowMs + (clickMs - hereMs) / rate, nowMs);
      if (atS > open.currentTime) planned = [...planned.slice(-8), playClick(open, atS)];
    }
    handedOutMs = Math.max(handedOutMs, toMs);
  }

  const unsubscribe = clip.onChange(begin);
  begin();
  return () => {
    unsubscribe();
    cancelPolling();
    for (const click of planned) click.silence();
    // The context was closed already.
    void audio?.close().catch(() => undefined);
  };
}

/** The time on the audio clock at which a sound must start to be audible at a moment of the monotonic clock, s. */
function audioSecondAt(audio: ClickAudioContext, monotonicMs: number, nowMs: number): number {
  const { contextTime = 0, performanceTime = 0 } = audio.getOutputTimestamp();
  if (performanceTime === 0) return audio.currentTime + (monotonicMs - nowMs) / 1_000;
  return contextTime + (monotonicMs - performanceTime) / 1_000;
}

interface Click {
  /** Of the audio clock. */
  readonly atS: number;
  silence(): void;
}

function playClick(audio: ClickAudioContext, atS: number): Click {
  const tone = audio.createOscillator();
  const loudness = audio.createGain();
  tone.frequency.value = CLICK_HZ;
  loudness.gain.setValueAtTime(LOUDNESS, atS);
  loudness.gain.exponentialRampToValueAtTime(0.001, atS + CLICK_S);
  tone.connect(loudness).connect(audio.destination);
  tone.start(atS);
  tone.stop(atS + CLICK_S);
  return { atS, silence: () => loudness.disconnect() };
}
