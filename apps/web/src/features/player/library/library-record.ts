import * as z from 'zod/mini';
import { settingField } from '../../../settings/field.ts';
import { isWebAddress } from '../source/source.ts';
import { withDistinctNames } from './script-names.ts';

/** Raised with every change of the shape; a record of another version is set aside until a version of the app can read it. */
export const LIBRARY_RECORD_VERSION = 1;

const text = z.string().check(z.maxLength(2_000));
const id = z.string().check(z.minLength(1), z.maxLength(200));
const ms = z.number().check(z.minimum(0), z.maximum(2 ** 53));

const medium = z.object({
  name: text,
  type: settingField(text, ''),
  /** Bytes; 0 where it is an address. */
  size: settingField(ms, 0),
  /** Set where it is an address; a file has a handle beside the entry, or must be chosen again. */
  url: z.optional(text),
});

/** A script or subtitles: its text is stored under the hash of its content; an address is fetched each time. */
const storedText = z.object({ name: text, type: settingField(text, ''), hash: z.optional(id), url: z.optional(text) });

const entryShape = z.object({
  version: z.literal(LIBRARY_RECORD_VERSION),
  id,
  title: text,
  tags: settingField(z.array(text), []),
  addedAtMs: settingField(ms, 0),
  /** 0 where it is not known. */
  durationMs: settingField(ms, 0),
  medium: z.optional(medium),
  /** Variants, the one to play first at the front; each has a name of its own once it is read. */
  scripts: settingField(z.array(storedText), []),
  subtitles: z.optional(storedText),
  /** The last time a person played it; missing or 0 where it was never played. */
  playedAtMs: z.optional(settingField(ms, 0)),
  /** Axes that files beside its scripts are for; the device does not play them. */
  otherAxes: z.optional(settingField(z.array(text), [])),
  /** The heatmap of the first script, see thumbnail.ts; empty where it was never read. */
  thumbnail: settingField(z.string().check(z.maxLength(4_000)), ''),
});

/** An address that no browser can open makes the whole record unreadable: without it a film or a script would be missing silently. */
const entry = entryShape.check(
  z.refine(({ medium, scripts, subtitles }) =>
    [medium, subtitles, ...scripts].every((part) => part?.url === undefined || isWebAddress(part.url)),
  ),
);

/** The repeat modes of a playlist, in the order in which they are offered. */
export const PLAYLIST_REPEAT_MODES = ['off', 'all', 'one'] as const;

const playlist = z.object({
  version: z.literal(LIBRARY_RECORD_VERSION),
  id,
  name: text,
  entryIds: settingField(z.array(id), []),
  repeat: settingField(z.enum(PLAYLIST_REPEAT_MODES), 'off'),
  shuffle: settingField(z.boolean(), false),
});

/** A playable entry: a medium with scripts, or one of the two. */
export type LibraryEntry = Readonly<z.output<typeof entry>>;
/** A script or subtitles of an entry: by the hash of its stored text, or by its address. */
export type StoredText = Readonly<z.output<typeof storedText>>;
/** A stored playlist: its entries in the person's own order, and its settings. */
export type Playlist = Readonly<z.output<typeof playlist>>;
/** How a playlist continues at the end of an entry, or of the list. */
export type PlaylistRepeatMode = (typeof PLAYLIST_REPEAT_MODES)[number];

/** Reads a stored entry; `undefined` for an unreadable one. */
export function decodeEntry(stored: unknown): LibraryEntry | undefined {
  const read = entry.safeParse(stored);
  return read.success ? { ...read.data, scripts: withDistinctNames(read.data.scripts) } : undefined;
}

/** Reads a stored playlist; `undefined` for an unreadable one. */
export function decodePlaylist(stored: unknown): Playlist | undefined {
  const read = playlist.safeParse(stored);
  return read.success ? read.data : undefined;
}
