import type { BeatboxSettings } from '../../settings/beatbox-settings.ts';

interface Placed<Item> {
  readonly item: Item;
  /** Its place in the list. */
  readonly index: number;
}

/** A removed beat, and its place. */
export interface RemovedBeat {
  readonly beat: BeatboxSettings['beats'][number];
  readonly index: number;
  /** Its entries in the playlist. */
  readonly entries: readonly Placed<BeatboxSettings['playlist'][number]>[];
}

/** The data needed to restore a saved beat, taken before it is removed; undefined for an unknown one. */
export function captureBeatBeforeRemoval({ beats, playlist }: BeatboxSettings, uuid: string): RemovedBeat | undefined {
  const index = beats.findIndex((beat) => beat.uuid === uuid);
  const beat = beats[index];
  if (beat === undefined) return undefined;
  const entries = playlist.flatMap((item, place) => (item.uuid === uuid ? [{ item, index: place }] : []));
  return { beat, index, entries };
}

/** Restores a removed beat to its place; other changes since then stay. */
export function withRestoredBeat(box: BeatboxSettings, { beat, index, entries }: RemovedBeat): BeatboxSettings {
  if (box.beats.some(({ uuid }) => uuid === beat.uuid)) return box;
  return {
    ...box,
    beats: withItem(box.beats, { item: beat, index }),
    // In their order, so that each finds those before it in place.
    playlist: entries.reduce(withItem, box.playlist),
  };
}

/** Inserts an item at its place; at the end where the list is shorter by now. */
const withItem = <Item>(items: Item[], { item, index }: Placed<Item>): Item[] => [
  ...items.slice(0, index),
  item,
  ...items.slice(index),
];
