import type { PlaylistActions } from './playlist-actions.ts';

/** The most entries of a playlist: a person does not order more. */
export const MAX_PLAYLIST_ENTRIES = 200;

/** Adds entries that are not in a playlist to its end; returns how many, and how many exceeded the limit. */
export async function addToPlaylist(
  store: Pick<PlaylistActions, 'changePlaylist'>,
  id: string,
  ids: readonly string[],
): Promise<{ readonly added: number; readonly leftOut: number } | undefined> {
  let [added, leftOut] = [0, 0];
  const now = await store.changePlaylist(id, (newest) => {
    const more = ids.filter((entryId) => !newest.entryIds.includes(entryId));
    const fitting = more.slice(0, Math.max(0, MAX_PLAYLIST_ENTRIES - newest.entryIds.length));
    [added, leftOut] = [fitting.length, more.length - fitting.length];
    return { ...newest, entryIds: [...newest.entryIds, ...fitting] };
  });
  return now && { added, leftOut };
}

/** Applies the order that a person made of the shown list to the newest one: entries added or removed meanwhile stay so. */
export function applyOrderOfShownEntries(
  newest: readonly string[],
  shown: readonly string[],
  wanted: readonly string[],
): string[] {
  const [there, seen] = [new Set(newest), new Set(shown)];
  return [...wanted.filter((id) => there.has(id)), ...newest.filter((id) => !seen.has(id))];
}
