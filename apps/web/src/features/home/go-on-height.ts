import type { KeyValueStorage } from '../../settings/key-value-storage.ts';

/** The storage key of the height, px. */
const GO_ON_HEIGHT_KEY = 'tactus.goOnHeight';

/** How high the card of the film played last was on home; 0 where there was none. Its place is kept until it is loaded. */
export function readGoOnHeightPx(storage: Pick<KeyValueStorage, 'getItem'>): number {
  return Number(storage.getItem(GO_ON_HEIGHT_KEY)) || 0;
}

/** Stores that height; 0 where there is no such card. With a full storage the next visit keeps no place, or that of before. */
export function saveGoOnHeightPx(storage: KeyValueStorage, heightPx: number): void {
  try {
    if (heightPx > 0) storage.setItem(GO_ON_HEIGHT_KEY, String(heightPx));
    else storage.removeItem(GO_ON_HEIGHT_KEY);
  } catch {
    // The card itself needs no storage.
  }
}
