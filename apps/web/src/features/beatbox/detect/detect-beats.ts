import type { MonoSound } from './band-filter.ts';
import { type FoundTempo, fitTempo } from './fit-tempo.ts';
import { findSoundOnsets } from './onsets.ts';

/** How much of a sound is analysed, from its start. */
const LONGEST_S = 120;

/** Finds tempo and first beat of a sound: of the times between its onsets, the one that fits them best. Undefined where there is no beat. */
export const detectBeats = (sound: MonoSound): FoundTempo | undefined =>
  fitTempo(findSoundOnsets({ ...sound, samples: sound.samples.subarray(0, LONGEST_S * sound.rate) }));
