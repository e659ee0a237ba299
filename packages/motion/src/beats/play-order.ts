/** An entry of a playlist: the beat, and its number of laps. */
export interface PlaylistEntry {
  readonly uuid: string;
  readonly repeats: number;
}

/** The position of a lap in a playlist. */
export interface PlaylistPlace {
  /** The entries in the order of this pass, by their index. */
  readonly order: readonly number[];
  /** The index in that order, and the number of the lap of that entry. */
  readonly at: number;
  readonly repeat: number;
}

/**
 * The place after a given one, or the first place; undefined for a list without entries. After the last entry another
 * pass begins; shuffled it has another order and does not begin with the beat that has just played. `share` draws
 * chance: 0..1.
 */
export function nextPlaylistPlace(
  entries: readonly PlaylistEntry[],
  before: PlaylistPlace | undefined,
  { shuffle, share }: { readonly shuffle: boolean; readonly share: () => number },
): PlaylistPlace | undefined {
  if (entries.length === 0) return undefined;
  const playing = before?.order[before.at];
  const entry = playing === undefined ? undefined : entries[playing];
  if (before && entry && before.repeat + 1 < entry.repeats) return { ...before, repeat: before.repeat + 1 };
  const isWhole = before?.order.length === entries.length;
  if (before && isWhole && before.at + 1 < before.order.length) return { ...before, at: before.at + 1, repeat: 0 };
  return { order: orderOf(entries.length, playing, shuffle ? share : undefined), at: 0, repeat: 0 };
}

function orderOf(count: number, playing: number | undefined, share: (() => number) | undefined): number[] {
  const order = Array.from({ length: count }, (_, index) => index);
  if (!share) return order;
  for (let last = count - 1; last > 0; last -= 1) swap(order, last, Math.floor(share() * (last + 1)));
  if (count > 1 && order[0] === playing) swap(order, 0, 1 + Math.floor(share() * (count - 1)));
  return order;
}

function swap(order: number[], one: number, other: number): void {
  const [first, second] = [order[one], order[other]];
  if (first === undefined || second === undefined) return;
  order[one] = second;
  order[other] = first;
}
