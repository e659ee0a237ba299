import type { MonoSound } from './band-filter.ts';
import { detectBeats } from './detect-beats.ts';
import type { FoundTempo } from './fit-tempo.ts';

/** The message to the worker with a sound in which it looks for beats. */
export interface BeatDetectionRequest {
  readonly id: number;
  readonly sound: MonoSound;
}
/** The message from the worker with the found tempo, or with the error. */
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
