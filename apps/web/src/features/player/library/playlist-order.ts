import type { Random } from '@tactus/time';
import type { Playlist } from './library-record.ts';

/** The order in which a playlist is played this time, and the present place. */
export interface PlaylistRun {
  readonly playlistId: string;
  readonly order: readonly string[];
  readonly at: number;
}

type Played = Pick<Playlist, 'id' | 'entryIds' | 'repeat' | 'shuffle'>;

/** Starts a playlist; with an entry given, at that one. `undefined` for an empty one. */
export function beginPlaylistRun(playlist: Played, random: Random, first?: string): PlaylistRun | undefined {
  const { id, entryIds, shuffle } = playlist;
  if (entryIds.length === 0) return undefined;
  const order = shuffle ? shuffled(entryIds, random) : entryIds;
  if (first === undefined || !order.includes(first)) return { playlistId: id, order, at: 0 };
  if (!shuffle) return { playlistId: id, order, at: order.indexOf(first) };
  return { playlistId: id, order: [first, ...order.filter((entryId) => entryId !== first)], at: 0 };
}

/** The next place when an entry has ended by itself; `undefined` at the end of the list. */
export function nextPlaylistRun(run: PlaylistRun, playlist: Played, random: Random): PlaylistRun | undefined {
  if (playlist.repeat === 'one') return run;
  return skipInPlaylistRun(run, playlist, random);
}

/** The next place when the person skips an entry, or one cannot be opened. */
export function skipInPlaylistRun(run: PlaylistRun, playlist: Played, random: Random): PlaylistRun | undefined {
  if (run.at + 1 < run.order.length) return { ...run, at: run.at + 1 };
  if (playlist.repeat === 'off') return undefined;
  const last = run.order.at(-1);
  const again = beginPlaylistRun(playlist, random);
  // A shuffle never plays the same entry twice in a row.
  const clashes = again !== undefined && playlist.shuffle && again.order.length > 1 && again.order[0] === last;
  return clashes ? { ...again, order: [...again.order.slice(1), again.order[0] ?? ''] } : again;
}

/** The place before; `undefined` at the start of the list. */
export function previousInPlaylistRun(run: PlaylistRun): PlaylistRun | undefined {
  return run.at > 0 ? { ...run, at: run.at - 1 } : undefined;
}

/**
 * Follows a change of the playlist. In a shuffle added entries come last. The open entry stays in the run, also where it was
 * removed.
 */
export function updatePlaylistRun(run: PlaylistRun, playlist: Played): PlaylistRun {
  const { entryIds, shuffle } = playlist;
  const open = run.order[run.at] ?? '';
  const [now, before] = [new Set(entryIds), new Set(run.order)];
  if (shuffle) {
    const rest = run.order.filter((id) => id === open || now.has(id));
    return withOrder(run, [...rest, ...entryIds.filter((id) => !before.has(id))]);
  }
  if (now.has(open)) return withOrder(run, entryIds);
  const after = run.order.slice(run.at + 1).find((id) => now.has(id));
  const place = after === undefined ? entryIds.length : entryIds.indexOf(after);
  return withOrder(run, [...entryIds.slice(0, place), open, ...entryIds.slice(place)]);
}

/** A run in another order, at the same entry; an imported playlist may have an entry twice. */
function withOrder(run: PlaylistRun, order: readonly string[]): PlaylistRun {
  const open = run.order[run.at];
  const places = order.flatMap((id, place) => (id === open ? [place] : []));
  const earlier = run.order.slice(0, run.at).filter((id) => id === open).length;
  return { ...run, order, at: places[earlier] ?? places.at(-1) ?? 0 };
}

/** Brings the rest of a run into the order of the playlist's setting, after a change of its shuffle. */
export function reorderPlaylistRun(run: PlaylistRun, playlist: Played, random: Random): PlaylistRun | undefined {
  const updated = updatePlaylistRun(run, playlist);
  if (!playlist.shuffle) return updated;
  return beginPlaylistRun({ ...playlist, entryIds: [...updated.order] }, random, updated.order[updated.at]);
}

function shuffled(ids: readonly string[], random: Random): readonly string[] {
  const order = [...ids];
  for (let index = order.length - 1; index > 0; index--) {
    const other = random.integer(0, index);
    [order[index], order[other]] = [order[other] ?? '', order[index] ?? ''];
  }
  return order;
}
