import MusicTempo from 'music-tempo';
import { type Sound, throughBand } from './band-filter.ts';
import { type FoundTempo, fitTempo } from './fit-tempo.ts';
import { type Onset, onsetsOf } from './onsets.ts';

/** So much of a sound is looked at, from its start. */
const LONGEST_S = 120;
/** What the beat tracker gets to hear: from an onset on for so long, without the lows of a pad and the highs of noise. */
const OPEN_MS = { before: 5, after: 50 } as const;
const TRACKED_BAND = { fromHz: 120, toHz: 6_000 } as const;
/** Its steps and its window, s. */
const STEP_S = 0.01;
const WINDOW = 2_048;

/**
 * Finds tempo and first beat of a sound: music-tempo follows the beats of what a gate of our own lets through, and its
 * thoughts are measured, with others, against the onsets. Undefined where there is no beat.
 */
export function detectBeats(whole: Sound): FoundTempo | undefined {
  const sound = { ...whole, samples: whole.samples.subarray(0, LONGEST_S * whole.rate) };
  const onsets = onsetsOf(sound);
  return fitTempo(onsets, trackedTimes(gated(sound, onsets), sound.rate));
}

/** The sound where something begins, silence elsewhere. */
function gated(sound: Sound, onsets: readonly Onset[]): Float32Array {
  const filtered = throughBand(sound, TRACKED_BAND);
  const open = new Float32Array(filtered.length);
  for (const { atMs } of onsets) {
    const from = Math.max(0, Math.round(((atMs - OPEN_MS.before) * sound.rate) / 1_000));
    const to = Math.round(((atMs + OPEN_MS.after) * sound.rate) / 1_000);
    open.set(filtered.subarray(from, to), from);
  }
  return open;
}

/** Times between beats, ms, that music-tempo thinks of; none where it finds nothing to follow. */
function trackedTimes(samples: Float32Array, rate: number): number[] {
  const hopSize = Math.round(rate * STEP_S);
  try {
    const tracked = new MusicTempo(samples, { hopSize, timeStep: hopSize / rate, bufferSize: WINDOW });
    return [tracked.beatInterval, ...tracked.tempoList].filter(Number.isFinite).map((seconds) => seconds * 1_000);
  } catch {
    // It throws where too little sounds to make any thought of; the onsets are then all there is.
    return [];
  }
}
