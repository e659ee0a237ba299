import { parseJson } from '@tactus/protocol';
import * as z from 'zod/mini';
import { settingField } from '../../../settings/field.ts';
import type { LibraryEntry } from './library-record.ts';
import type { ListedEntry } from './library-search.ts';
import { meanSpeedOf } from './thumbnail.ts';

/** The orders of the list. */
export const LIBRARY_SORTS = ['title', 'longest', 'shortest', 'fastest', 'slowest', 'played', 'added'] as const;
/** The lengths that the list can be limited to. */
export const LENGTH_FILTERS = ['any', 'short', 'medium', 'long'] as const;
/** The speeds that the list can be limited to. */
export const SPEED_FILTERS = ['any', 'slow', 'medium', 'fast'] as const;
/** When an entry was played last, as the list can be limited to. */
export const PLAYED_FILTERS = ['any', 'never', 'week', 'longAgo'] as const;
/** Whether an entry has a script, as the list can be limited to. */
export const SCRIPT_FILTERS = ['any', 'with', 'without'] as const;

const view = z.object({
  sort: settingField(z.enum(LIBRARY_SORTS), 'title'),
  length: settingField(z.enum(LENGTH_FILTERS), 'any'),
  speed: settingField(z.enum(SPEED_FILTERS), 'any'),
  played: settingField(z.enum(PLAYED_FILTERS), 'any'),
  script: settingField(z.enum(SCRIPT_FILTERS), 'any'),
});

/** The order of the list and its filters, stored in this browser. */
export type LibraryView = Readonly<z.output<typeof view>>;
/** The filters alone. */
export type LibraryFilters = Omit<LibraryView, 'sort'>;
/** An order of the list. */
export type LibrarySort = LibraryView['sort'];

/** No filter. */
export const NO_FILTERS: LibraryFilters = { length: 'any', speed: 'any', played: 'any', script: 'any' };

/** Reads a stored view. Never throws: each unreadable part gets its default. */
export function readLibraryView(stored: string | null): LibraryView {
  return view.safeParse(parseJson(stored ?? '')).data ?? view.parse({});
}

/** How many filters are set. */
export const countFilters = (filters: LibraryFilters): number =>
  [filters.length, filters.speed, filters.played, filters.script].filter((value) => value !== 'any').length;

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;
/** The bounds of a medium length. */
export const MEDIUM_MINUTES = { from: 10, to: 30 } as const;
/** The bounds of a medium speed, percent of the stroke a second. */
export const MEDIUM_SPEED = { from: 100, to: 250 } as const;

/** The entries that pass all filters; an entry whose length or speed is not known passes only without that filter. */
export function filterEntries(
  entries: readonly ListedEntry[],
  { length, speed, played, script }: LibraryFilters,
  nowMs: number,
): readonly ListedEntry[] {
  return entries.filter(({ entry }) => {
    const { durationMs, scripts, playedAtMs = 0 } = entry;
    if (length !== 'any' && length !== sizeOf(durationMs / MINUTE_MS, MEDIUM_MINUTES, ['short', 'medium', 'long']))
      return false;
    if (speed !== 'any' && speed !== sizeOf(meanSpeedOf(entry), MEDIUM_SPEED, ['slow', 'medium', 'fast'])) return false;
    const lastPlay = playedAtMs === 0 ? 'never' : nowMs - playedAtMs < WEEK_MS ? 'week' : 'longAgo';
    if (played !== 'any' && played !== lastPlay) return false;
    return script === 'any' || script === (scripts.length > 0 ? 'with' : 'without');
  });
}

/** Which of three sizes a value has; none where it is 0, which is unknown. */
function sizeOf<Size>(value: number, medium: { from: number; to: number }, [low, middle, high]: [Size, Size, Size]) {
  if (value <= 0) return undefined;
  if (value < medium.from) return low;
  return value <= medium.to ? middle : high;
}

/** By what the entries are compared, and whether the largest comes first. Entries without the value come last. */
const SORT_VALUES: Readonly<
  Record<Exclude<LibrarySort, 'title'>, { readonly of: (entry: LibraryEntry) => number; readonly down: boolean }>
> = {
  longest: { of: ({ durationMs }) => durationMs, down: true },
  shortest: { of: ({ durationMs }) => durationMs, down: false },
  fastest: { of: meanSpeedOf, down: true },
  slowest: { of: meanSpeedOf, down: false },
  played: { of: ({ playedAtMs = 0 }) => playedAtMs, down: true },
  added: { of: ({ addedAtMs }) => addedAtMs, down: true },
};

/** Sorts entries that are in the order of their titles; equal ones stay in it. */
export function sortEntries(entries: readonly ListedEntry[], sort: LibrarySort): readonly ListedEntry[] {
  if (sort === 'title') return entries;
  const { of, down } = SORT_VALUES[sort];
  const place = ({ entry }: ListedEntry) => {
    const value = of(entry);
    if (value <= 0) return Number.MAX_VALUE;
    return down ? -value : value;
  };
  return entries.toSorted((one, other) => place(one) - place(other));
}
