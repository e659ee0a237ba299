import type { PlayerHandle } from '../session/player-handle.ts';
import { fileNameWithoutExtension } from '../source/file-kind.ts';
import type { PlayerSource } from '../source/source.ts';
import { type NamedChosenFile, withFileName } from './file-access.ts';
import { type FileGroup, groupFiles } from './group-files.ts';

/**
 * Groups what is open in the player into entries: one film with every open script, or each of several films with its own
 * scripts by their names. The script that a person chose for the open film is that film's first.
 */
export function groupOpenFiles(open: PlayerHandle['current']): readonly FileGroup<PlayerSource>[] {
  const { medium, scripts, subtitles, otherAxes, sources, chosenScript } = open;
  const groups = groupFiles(sources);
  if (medium === undefined || groups.filter((group) => group.medium !== undefined).length < 2)
    return [
      { title: fileNameWithoutExtension((medium ?? scripts[0])?.name ?? ''), medium, scripts, subtitles, otherAxes },
    ];
  const others = (group: FileGroup<PlayerSource>) => group.scripts.filter((script) => script !== chosenScript);
  return groups
    .map((group) => {
      if (group.medium === medium && chosenScript) return { ...group, scripts: [chosenScript, ...others(group)] };
      return group.medium === undefined ? { ...group, scripts: others(group) } : group;
    })
    .filter((group) => group.medium !== undefined || group.scripts.length > 0 || group.subtitles !== undefined);
}

/** The files of a group of open sources, without its addresses. */
export function chosenFilesOf(
  group: FileGroup<PlayerSource>,
  handleOf: (file: File) => FileSystemFileHandle | undefined,
): FileGroup<NamedChosenFile> {
  const fromFile = (source: PlayerSource | undefined) =>
    source?.file && withFileName({ file: source.file, handle: handleOf(source.file) });
  return {
    ...group,
    medium: fromFile(group.medium),
    scripts: group.scripts.map(fromFile).filter((found) => found !== undefined),
    subtitles: fromFile(group.subtitles),
  };
}
