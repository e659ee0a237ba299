import type { Sound } from './band-filter.ts';
import { detectBeats } from './detect-beats.ts';
import type { FoundTempo } from './fit-tempo.ts';

/** A sound on its way to the worker, and what was found in it on its way back. */
export interface DetectRequest {
  readonly id: number;
  readonly sound: Sound;
}
export type DetectAnswer =
  | { readonly id: number; readonly found: FoundTempo | undefined }
  | { readonly id: number; readonly message: string };

/** Looks for the beat. Never throws: what goes wrong is the answer. */
export function answerDetectRequest({ id, sound }: DetectRequest): DetectAnswer {
  try {
    return { id, found: detectBeats(sound) };
  } catch (error) {
    return { id, message: error instanceof Error ? error.message : String(error) };
  }
}
