import { fileNameWithoutExtension, isFileOfOtherAxis, isNamedAfter, kindOfFile } from './file-kind.ts';

/** The properties of a file that pairing uses. */
interface NamedFile {
  readonly name: string;
  readonly type: string;
}

/** Some files as a medium and its scripts in order. */
export interface FilePairing<F> {
  /** Videos and audio files, in the order of their names. */
  readonly media: readonly F[];
  /** Scripts, the best match for the medium first. */
  readonly scripts: readonly F[];
  /** How many of the scripts are named after the medium. */
  readonly fitting: number;
  readonly subtitles: F | undefined;
  /** Subtitles that are not shown with the medium. */
  readonly otherSubtitles: readonly F[];
  /** Files that the player cannot open. */
  readonly unknown: readonly F[];
}

/**
 * Pairs files by their names: the script with the name of the medium, then its variants ("name (soft)", "name.slow"),
 * then the others. `mediumName` is the medium to pair with; left out: the first.
 */
export function pairFiles<F extends NamedFile>(files: readonly F[], mediumName?: string): FilePairing<F> {
  const sorted = [...files].sort((one, other) => one.name.localeCompare(other.name));
  const of = (...kinds: readonly string[]) => sorted.filter((file) => kinds.includes(kindOfFile(file)));
  const media = of('video', 'audio');
  const medium = media.find(({ name }) => name === mediumName) ?? media[0];
  const stem = medium && fileNameWithoutExtension(medium.name);
  const byFit = (all: readonly F[]) => [...all].sort((one, other) => fit(one, stem) - fit(other, stem));
  const scripts = byFit(of('script'));
  const allSubtitles = byFit(of('subtitles'));
  const subtitles = allSubtitles.find((file) => media.length < 2 || fit(file, stem) < 2);
  return {
    media,
    scripts,
    fitting: scripts.filter((script) => fit(script, stem) < 2).length,
    subtitles,
    // Subtitles of another open medium are shown with that one.
    otherSubtitles: allSubtitles.filter(
      (file) =>
        file !== subtitles &&
        !media.some((other) => other !== medium && fit(file, fileNameWithoutExtension(other.name)) < 2),
    ),
    unknown: of('unknown'),
  };
}

/** 0: the same name; 1: a variant of it; 2: another. */
function fit({ name }: NamedFile, stem: string | undefined): 0 | 1 | 2 {
  const own = fileNameWithoutExtension(name);
  if (own.toLowerCase() === stem?.toLowerCase()) return 0;
  return !isFileOfOtherAxis(name) && isNamedAfter(own, stem ?? '') ? 1 : 2;
}
