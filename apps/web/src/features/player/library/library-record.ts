import * as z from 'zod/mini';
import { settingField } from '../../../settings/field.ts';
import { isWebAddress } from '../source/source.ts';
import { cutFileName, withDistinctNames } from './script-names.ts';

/** Raised with every change of the shape; a record of another version is set aside until a version of the app can read it. */
export const LIBRARY_RECORD_VERSION = 1;

/** The longest title, tag or name, in characters: the rest of a longer one is cut off, of a file's name before its ending. */
export const LONGEST_NAME = 2_000;
/** The longest address: a signed one may be much longer than a name. */
const LONGEST_ADDRESS = 32_000;

/** The name of a file or an address as it is stored. */
export const toStoredName = (name: string): string => cutFileName(name, LONGEST_NAME);

const text = z.string().check(z.overwrite((value) => value.slice(0, LONGEST_NAME)));
const fileName = z.string().check(z.overwrite(toStoredName));
const id = z.string().check(z.minLength(1), z.maxLength(200));
const ms = z.number().check(z.minimum(0), z.maximum(2 ** 53));

/** A list without its invalid elements. */
function validElements<Schema extends z.ZodMiniType>(element: Schema) {
  const all = z.transform((values: unknown[]) =>
    values.flatMap((value) => {
      const read = element.safeParse(value);
      return read.success ? [read.data] : [];
    }),
  );
  return settingField(z.pipe(z.array(z.unknown()), all), []);
}

const medium = z.object({
  name: fileName,
  type: settingField(text, ''),
  /** Bytes; 0 where it is an address. */
  size: settingField(ms, 0),
  /** Set where it is an address; a file has a handle beside the entry, or must be chosen again. */
  url: z.optional(z.string()),
});

/** A script or subtitles: its text is stored under the hash of its content; an address is fetched each time. */
const storedText = z.object({
  name: fileName,
  type: settingField(text, ''),
  hash: z.optional(id),
  url: z.optional(z.string()),
});

const entryShape = z.object({
  version: z.literal(LIBRARY_RECORD_VERSION),
  id,
  title: text,
  tags: validElements(text),
  addedAtMs: settingField(ms, 0),
  /** 0 where it is not known. */
  durationMs: settingField(ms, 0),
  medium: z.optional(medium),
  /**
   * Variants, the one to play first at the front; each has a name of its own once it is read. An invalid one makes the whole record
   * unreadable: it would be lost with the next change.
   */
  scripts: z._default(z.array(storedText), []),
  subtitles: z.optional(storedText),
  /** The last time a person played it; missing or 0 where it was never played. */
  playedAtMs: z.optional(settingField(ms, 0)),
  /** Axes that files beside its scripts are for; the device does not play them. */
  otherAxes: z.optional(validElements(text)),
  /** The heatmap of the first script, see thumbnail.ts; empty where it was never read. */
  thumbnail: settingField(z.string().check(z.maxLength(4_000)), ''),
});

/** Whether an address can be stored: one that no browser can open cannot. */
export const isStorableAddress = (url: string): boolean => url.length <= LONGEST_ADDRESS && isWebAddress(url);

/** Another address makes the whole record unreadable: without it a film or a script would be missing silently. */
const entry = entryShape.check(
  z.refine(({ medium, scripts, subtitles }) =>
    [medium, subtitles, ...scripts].every((part) => part?.url === undefined || isStorableAddress(part.url)),
  ),
);

/** The repeat modes of a playlist, in the order in which they are offered. */
export const PLAYLIST_REPEAT_MODES = ['off', 'all', 'one'] as const;

const playlist = z.object({
  version: z.literal(LIBRARY_RECORD_VERSION),
  id,
  name: text,
  entryIds: validElements(id),
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

/** A record to store, as it will be read. Throws a RangeError where it could not be read. */
export function recordToStore<Stored>(changed: Stored, decode: (stored: unknown) => Stored | undefined): Stored {
  const read = decode(changed);
  if (read === undefined) throw new RangeError('The library cannot store this record');
  return read;
}
