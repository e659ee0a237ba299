import { isFileOfOtherAxis, kindOfFile } from './file-kind.ts';
import { findFilm, isSurelyOf } from './match-files.ts';
import { parseName } from './parse-name.ts';

/** The properties of a file that pairing uses. */
interface NamedFile {
  readonly name: string;
  readonly type: string;
  /** The script is for the stroke, whatever its name ends in. */
  readonly isForStroke?: boolean;
}

/** Some files as a medium and its scripts in order. */
export interface FilePairing<F> {
  /** Videos and audio files, in the order of their names. */
  readonly media: readonly F[];
  /** Scripts, the best match for the medium first. */
  readonly scripts: readonly F[];
  /** How many of the scripts are surely the medium's, by their names. */
  readonly fitting: number;
  readonly subtitles: F | undefined;
  /** Subtitles that are not shown with the medium. */
  readonly otherSubtitles: readonly F[];
  /** Scripts for axes that the device does not have, by their names. */
  readonly otherAxes: readonly F[];
  /** Files that the player cannot open. */
  readonly unknown: readonly F[];
}

/**
 * Pairs files by their names: the script with the name of the medium, then the others that are surely its own, then the
 * rest. `mediumName` is the medium to pair with; left out: the first.
 */
export function pairFiles<F extends NamedFile>(files: readonly F[], mediumName?: string): FilePairing<F> {
  const sorted = [...files].sort((one, other) => one.name.localeCompare(other.name));
  const of = (...kinds: readonly string[]) => sorted.filter((file) => kinds.includes(kindOfFile(file)));
  const media = of('video', 'audio');
  const medium = media.find(({ name }) => name === mediumName) ?? media[0];
  const films = media.map((film) => ({ film, parts: parseName(film.name, 'medium') }));
  const chosen = films.find(({ film }) => film === medium)?.parts;

  /** 0: the same name; 1: surely of the chosen medium; 2: of another one; 3: of none. */
  function fit(file: F, kind: 'script' | 'subtitles'): 0 | 1 | 2 | 3 {
    const parts = parseName(file.name, kind);
    if (parts.whole === chosen?.whole) return 0;
    const sure = findFilm(films, parts);
    if (sure !== undefined) return sure === medium ? 1 : 2;
    return chosen && isSurelyOf(chosen, parts) ? 1 : 3;
  }

  const byFit = (all: readonly F[], kind: 'script' | 'subtitles') =>
    all
      .map((file) => ({ file, fits: fit(file, kind) }))
      .map(({ file, fits }) => ({ file, order: Math.min(fits, 2), isOfOther: fits === 2 }))
      .toSorted((one, other) => one.order - other.order);
  const filmNames = new Set(films.map(({ parts }) => parts.whole));
  const isOther = ({ name, isForStroke }: F) => !isForStroke && isFileOfOtherAxis(name, filmNames);
  const scripts = byFit(
    of('script').filter((file) => !isOther(file)),
    'script',
  );
  const allSubtitles = byFit(of('subtitles'), 'subtitles');
  const subtitles = allSubtitles.find(({ order }) => media.length < 2 || order < 2)?.file;
  return {
    media,
    scripts: scripts.map(({ file }) => file),
    fitting: scripts.filter(({ order }) => order < 2).length,
    subtitles,
    // Subtitles of another open medium are shown with that one.
    otherSubtitles: allSubtitles
      .filter(({ file, isOfOther }) => file !== subtitles && !isOfOther)
      .map(({ file }) => file),
    otherAxes: of('script').filter(isOther),
    unknown: of('unknown'),
  };
}
