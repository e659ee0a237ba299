import {
  axisOfFile,
  fileNameWithoutExtension,
  isFileOfOtherAxis,
  kindOfFile,
  wholeNameOf,
} from '../source/file-kind.ts';
import { createFilmIndex, findFilm, isSurelyOf } from '../source/match-files.ts';
import { parseName } from '../source/parse-name.ts';

/** The properties of a file that grouping uses. */
interface NamedFile {
  readonly name: string;
  readonly type: string;
}

/**
 * A group of files: a medium with its scripts, scripts alone, or subtitles or a script for another axis that belong to none of the other
 * files.
 */
export interface FileGroup<F> {
  readonly title: string;
  readonly medium: F | undefined;
  readonly scripts: readonly F[];
  readonly subtitles: F | undefined;
  /** Axes that files of the same name are for; these files are left out. */
  readonly otherAxes: readonly string[];
  /** The name of the script where the group is one for another axis alone. */
  readonly otherAxisFile?: string | undefined;
}

interface GrowingGroup<F> {
  readonly title: string;
  readonly medium?: F;
  readonly scripts: F[];
  readonly otherAxes: string[];
  readonly otherAxisFile?: string;
  subtitles?: F;
}

/**
 * Groups files into entries by their names: scripts and subtitles with the medium that is surely theirs, scripts without
 * one with their variants. Files of other kinds or axes are left out. `knownMedia` are names of media beside these files: a script with
 * the whole name of one is for the stroke.
 */
export function groupFiles<F extends NamedFile>(
  files: readonly F[],
  knownMedia: readonly string[] = [],
): readonly FileGroup<F>[] {
  // Shorter names come first, so that a variant finds its original.
  const byName = files.toSorted((one, other) => nameOf(one).length - nameOf(other).length || compareText(one, other));
  const ofKind = (...kinds: readonly string[]) => byName.filter((file) => kinds.includes(kindOfFile(file)));
  const groups: GrowingGroup<F>[] = [];
  const films = createFilmIndex<GrowingGroup<F>>();
  const lone = createFilmIndex<GrowingGroup<F>>();
  for (const medium of ofKind('video', 'audio')) {
    const group = { title: nameOf(medium), medium, scripts: [], otherAxes: [] };
    groups.push(group);
    films.add({ film: group, parts: parseName(medium.name, 'medium') });
  }
  const filmNames = new Set([...knownMedia, ...ofKind('video', 'audio').map(({ name }) => name)].map(wholeNameOf));
  for (const script of ofKind('script').filter(({ name }) => !isFileOfOtherAxis(name, filmNames))) {
    const parts = parseName(script.name, 'script');
    const variant = lone.withTitleOf(parts).find((group) => isSurelyOf(group.parts, parts));
    const home = findFilm(films.withTitleOf(parts), parts) ?? variant?.film;
    if (home) {
      home.scripts.push(script);
      continue;
    }
    const group = { title: nameOf(script), scripts: [script], otherAxes: [] };
    groups.push(group);
    lone.add({ film: group, parts: { ...parts, title: parts.stem } });
  }
  for (const subtitles of ofKind('subtitles')) {
    const parts = parseName(subtitles.name, 'subtitles');
    const home = findFilm([...films.withTitleOf(parts), ...lone.withTitleOf(parts)], parts);
    if (home) home.subtitles ??= subtitles;
    else groups.push({ title: nameOf(subtitles), scripts: [], otherAxes: [], subtitles });
  }
  for (const { name } of ofKind('script')) {
    const axis = axisOfFile(name, filmNames);
    if (axis === undefined) continue;
    const parts = parseName(nameOf({ name, type: '' }), 'script');
    const home = findFilm([...films.withTitleOf(parts), ...lone.withTitleOf(parts)], parts);
    if (home) home.otherAxes.push(axis);
    else groups.push({ title: nameOf({ name, type: '' }), scripts: [], otherAxes: [axis], otherAxisFile: name });
  }
  return groups
    .map((group) => ({ ...group, medium: group.medium, subtitles: group.subtitles }))
    .toSorted((one, other) => one.title.localeCompare(other.title));
}

const nameOf = ({ name }: NamedFile): string => fileNameWithoutExtension(name);
const compareText = (one: NamedFile, other: NamedFile): number => one.name.localeCompare(other.name);
