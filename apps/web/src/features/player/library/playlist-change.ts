import type { PlaylistActions } from './library-playlists.ts';

/** More than this is no list that a person puts in order. */
export const MOST_IN_PLAYLIST = 200;

/** Adds entries to the end of a playlist, those that are not in it; says how many, and how many found no room. */
export async function addToPlaylist(
  store: Pick<PlaylistActions, 'changePlaylist'>,
  id: string,
  ids: readonly string[],
): Promise<{ readonly added: number; readonly leftOut: number } | undefined> {
  let [added, leftOut] = [0, 0];
  const now = await store.changePlaylist(id, (newest) => {
    const more = ids.filter((entryId) => !newest.entryIds.includes(entryId));
    const fitting = more.slice(0, Math.max(0, MOST_IN_PLAYLIST - newest.entryIds.length));
    [added, leftOut] = [fitting.length, more.length - fitting.length];
    return { ...newest, entryIds: [...newest.entryIds, ...fitting] };
  });
  return now && { added, leftOut };
}

/** The order a person made of what was shown, taken over to the newest list: what came or went meanwhile stays so. */
export function reordered(newest: readonly string[], shown: readonly string[], wanted: readonly string[]): string[] {
  const [there, seen] = [new Set(newest), new Set(shown)];
  return [...wanted.filter((id) => there.has(id)), ...newest.filter((id) => !seen.has(id))];
}
