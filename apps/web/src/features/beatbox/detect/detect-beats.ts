import MusicTempo from 'music-tempo';
import { filterToBand, type MonoSound } from './band-filter.ts';
import { type FoundTempo, fitTempo } from './fit-tempo.ts';
import { findSoundOnsets, type SoundOnset } from './onsets.ts';

/** How much of a sound is analysed, from its start. */
const LONGEST_S = 120;
/** The sound passed to the beat tracker: so long from each onset on, without low tones of a pad and high tones of noise. */
const OPEN_MS = { before: 5, after: 50 } as const;
const TRACKED_BAND = { fromHz: 120, toHz: 6_000 } as const;
/** Its steps and its window, s. */
const STEP_S = 0.01;
const WINDOW = 2_048;

/**
 * Finds tempo and first beat of a sound: music-tempo tracks the beats of the sound after our own gate, and its
 * candidates and others are measured against the onsets. Undefined where there is no beat.
 */
export function detectBeats(whole: MonoSound): FoundTempo | undefined {
  const sound = { ...whole, samples: whole.samples.subarray(0, LONGEST_S * whole.rate) };
  const onsets = findSoundOnsets(sound);
  return fitTempo(onsets, trackedTimes(gated(sound, onsets), sound.rate));
}

/** The sound at its onsets, silence elsewhere. */
function gated(sound: MonoSound, onsets: readonly SoundOnset[]): Float32Array {
  const filtered = filterToBand(sound, TRACKED_BAND);
  const open = new Float32Array(filtered.length);
  for (const { atMs } of onsets) {
    const from = Math.max(0, Math.round(((atMs - OPEN_MS.before) * sound.rate) / 1_000));
    const to = Math.round(((atMs + OPEN_MS.after) * sound.rate) / 1_000);
    open.set(filtered.subarray(from, to), from);
  }
  return open;
}

/** The candidates of music-tempo for the time between beats, ms; none where it finds no beat. */
function trackedTimes(samples: Float32Array, rate: number): number[] {
  const hopSize = Math.round(rate * STEP_S);
  try {
    const tracked = new MusicTempo(samples, { hopSize, timeStep: hopSize / rate, bufferSize: WINDOW });
    return [tracked.beatInterval, ...tracked.tempoList].filter(Number.isFinite).map((seconds) => seconds * 1_000);
  } catch {
    // It throws where there is too little sound for a candidate; then only the onsets are used.
    return [];
  }
}
