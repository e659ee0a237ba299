import type { Heatmap } from '@tactus/motion';
import { heatmapColumns } from '../heatmap/heatmap-columns.ts';
import type { LibraryEntry } from './library-record.ts';

/** The columns of a thumbnail. @internal */
export const THUMBNAIL_COLUMNS = 60;
/** Three bytes a column: speed, low, high. */
const BYTES = 3;
/** The unit of a byte of speed, per cent of the stroke a second. */
const SPEED_STEP = 4;

/** One column: mean speed in percent of the stroke a second, and the span of positions, percent. */
export interface ThumbnailColumn {
  readonly speed: number;
  readonly low: number;
  readonly high: number;
}

/** A heatmap as a short text, stored beside an entry. */
export function encodeThumbnail(heatmap: Heatmap): string {
  const bytes = heatmapColumns(heatmap, THUMBNAIL_COLUMNS, heatmap.durationMs).flatMap(({ speed, low, high }) => [
    Math.min(255, Math.round(speed / SPEED_STEP)),
    low,
    high,
  ]);
  return btoa(String.fromCharCode(...bytes));
}

/** The columns of a stored thumbnail; empty for an invalid text. */
export function decodeThumbnail(thumbnail: string): readonly ThumbnailColumn[] {
  const bytes = bytesOf(thumbnail);
  const at = (index: number) => bytes.charCodeAt(index);
  return Array.from({ length: Math.floor(bytes.length / BYTES) }, (_, column) => ({
    speed: at(column * BYTES) * SPEED_STEP,
    low: at(column * BYTES + 1),
    high: at(column * BYTES + 2),
  }));
}

function bytesOf(thumbnail: string): string {
  try {
    return atob(thumbnail);
  } catch {
    // An invalid text: the entry is shown without a picture.
    return '';
  }
}

const speeds = new WeakMap<LibraryEntry, number>();

/** The mean speed of an entry's first script where it moves, percent of the stroke a second; 0 where there is none. */
export function meanSpeedOf(entry: LibraryEntry): number {
  const before = speeds.get(entry);
  if (before !== undefined) return before;
  // Without an object for each column: a sort reads all entries in one task.
  const bytes = bytesOf(entry.thumbnail);
  let sum = 0;
  let moving = 0;
  for (let at = 0; at + BYTES <= bytes.length; at += BYTES) {
    sum += bytes.charCodeAt(at) * SPEED_STEP;
    if (bytes.charCodeAt(at) > 0) moving += 1;
  }
  const mean = sum / Math.max(1, moving);
  speeds.set(entry, mean);
  return mean;
}
