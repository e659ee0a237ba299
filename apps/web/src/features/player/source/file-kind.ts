/** The kinds of files of the player. */
export type FileKind = 'video' | 'audio' | 'script' | 'subtitles' | 'unknown';

const KIND_OF_ENDING: readonly (readonly [RegExp, FileKind])[] = [
  [/\.(funscript|json|csv)$/i, 'script'],
  [/\.(vtt|srt)$/i, 'subtitles'],
  [/\.(mp4|m4v|webm|mkv|mov|avi|ogv|mpg|mpeg|m3u8)$/i, 'video'],
  [/\.(mp3|m4a|aac|ogg|oga|opus|wav|flac)$/i, 'audio'],
];

/** The kind of a file, by its extension; if that is unknown, by its media type. */
export function kindOfFile({ name, type }: { readonly name: string; readonly type: string }): FileKind {
  const known = KIND_OF_ENDING.find(([ending]) => ending.test(name));
  if (known !== undefined) return known[1];
  if (type.startsWith('video/')) return 'video';
  return type.startsWith('audio/') ? 'audio' : 'unknown';
}

/** The name of a file without its extension. */
export const fileNameWithoutExtension = (name: string): string => name.replace(/\.[^.]+$/, '');

/** The name of a file without its extension, in one Unicode form and in lower case. */
export const wholeNameOf = (name: string): string =>
  fileNameWithoutExtension(name).normalize('NFC').toLowerCase().trim();

/** Files for other axes are stored beside a script under its name: they are no scripts for the stroke. */
const OTHER_AXIS = /\.(surge|sway|twist|roll|pitch|vib|lube|suck|valve)$/i;

/** Whether a file is for an axis that the device does not have, as for `axisOfFile`. */
export const isFileOfOtherAxis = (name: string, films?: ReadonlySet<string>): boolean =>
  axisOfFile(name, films) !== undefined;

/**
 * The axis of a file that is not for the stroke, by its name: "surge" of "ride.surge.funscript". Not where `films`, the whole names of
 * films, have that of the file: then it is the script of a film whose name ends in that word.
 */
export const axisOfFile = (name: string, films?: ReadonlySet<string>): string | undefined =>
  films?.has(wholeNameOf(name)) ? undefined : OTHER_AXIS.exec(fileNameWithoutExtension(name))?.[1]?.toLowerCase();
