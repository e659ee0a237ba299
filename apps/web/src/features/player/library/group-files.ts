import { fileNameWithoutExtension, isFileOfOtherAxis, isNamedAfter, kindOfFile } from '../source/file-kind.ts';

/** The properties of a file that grouping uses. */
interface NamedFile {
  readonly name: string;
  readonly type: string;
}

/** A group of files: a medium with its scripts, scripts alone, or subtitles that belong to none of the other files. */
export interface FileGroup<F> {
  readonly title: string;
  readonly medium: F | undefined;
  readonly scripts: readonly F[];
  readonly subtitles: F | undefined;
}

/**
 * Groups files into entries by their names: a script belongs to the medium whose name its own begins with ("name", "name
 * (soft)", "name.slow"), scripts without one to the shortest of their kind. Files of other kinds or axes are left out.
 */
export function groupFiles<F extends NamedFile>(files: readonly F[]): readonly FileGroup<F>[] {
  const groups = new Map<string, { title: string; medium?: F; scripts: F[]; subtitles?: F }>();
  const byName = files.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)));
  const ofKind = (...kinds: readonly string[]) => byName.filter((file) => kinds.includes(kindOfFile(file)));
  for (const medium of ofKind('video', 'audio')) {
    const key = groups.has(keyOf(medium)) ? medium.name.toLowerCase() : keyOf(medium);
    groups.set(key, { title: fileNameWithoutExtension(medium.name), medium, scripts: [] });
  }
  // Shorter names come first, so that a variant finds its original.
  for (const script of ofKind('script').filter(({ name }) => !isFileOfOtherAxis(name))) {
    const group = groups.get(homeOf(keyOf(script), groups) ?? '');
    if (group) group.scripts.push(script);
    else groups.set(keyOf(script), { title: fileNameWithoutExtension(script.name), scripts: [script] });
  }
  for (const subtitles of ofKind('subtitles')) {
    const group = groups.get(homeOf(keyOf(subtitles), groups) ?? '');
    if (group) group.subtitles ??= subtitles;
    else groups.set(keyOf(subtitles), { title: fileNameWithoutExtension(subtitles.name), scripts: [], subtitles });
  }
  return [...groups.values()].map(({ title, medium, scripts, subtitles }) => ({ title, medium, scripts, subtitles }));
}

const keyOf = ({ name }: NamedFile): string => fileNameWithoutExtension(name).toLowerCase();

/** The longest known name with which a name begins, up to the end of a word. */
function homeOf(key: string, groups: ReadonlyMap<string, unknown>): string | undefined {
  for (let length = key.length; length > 0; length--) {
    const home = key.slice(0, length);
    if (groups.has(home) && isNamedAfter(key, home)) return home;
  }
  return undefined;
}
