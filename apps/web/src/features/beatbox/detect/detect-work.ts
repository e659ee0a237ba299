import type { MonoSound } from './band-filter.ts';
import { detectBeats } from './detect-beats.ts';
import type { FoundTempo } from './fit-tempo.ts';

/** The messages to the worker with a sound, and back with the result. */
export interface BeatDetectionRequest {
  readonly id: number;
  readonly sound: MonoSound;
}
export type BeatDetectionAnswer =
  | { readonly id: number; readonly found: FoundTempo | undefined }
  | { readonly id: number; readonly message: string };

/** Searches the beat. Never throws: an error becomes the answer. */
export function answerBeatDetectionRequest({ id, sound }: BeatDetectionRequest): BeatDetectionAnswer {
  try {
    return { id, found: detectBeats(sound) };
  } catch (error) {
    return { id, message: error instanceof Error ? error.message : String(error) };
  }
}
