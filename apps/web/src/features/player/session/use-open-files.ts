import { useState } from 'react';
import { useSettingsStore } from '../../../settings/use-settings.tsx';
import { axisOfFile, kindOfFile } from '../source/file-kind.ts';
import { type FilePairing, pairFiles } from '../source/pair-files.ts';
import { isBlockedAsMixedContent, type PlayerSource, sourceOfFile, sourceOfUrl } from '../source/source.ts';
import type { PlayerEntry } from './player-handle.ts';

/** The key of the text that explains why an address is not opened. */
export type UrlRefusal = 'player.urls.wrong' | 'player.urls.mixed';

/** The files that are open in the player, and the functions that open others. */
export interface OpenFiles {
  /** All open files and addresses. */
  readonly sources: readonly PlayerSource[];
  readonly media: readonly PlayerSource[];
  /** The best match for the medium first. */
  readonly scripts: readonly PlayerSource[];
  readonly medium: PlayerSource | undefined;
  readonly script: PlayerSource | undefined;
  readonly subtitles: PlayerSource | undefined;
  /** Subtitles that could be shown with the medium instead. */
  readonly otherSubtitles: readonly PlayerSource[];
  /** Axes of open files that the device does not play. */
  readonly otherAxes: readonly string[];
  /** Names of files that the player cannot open. */
  readonly unknown: readonly string[];
  /** The scripts with which an open medium is shown once it is chosen; the first one plays. */
  scriptsOf(medium: PlayerSource): readonly PlayerSource[];
  addFiles(files: Iterable<File>): void;
  /** Opens the files of one entry, and closes the present ones. */
  openEntry(entry: PlayerEntry): void;
  /** Opens addresses, and stores them for the next visit. Returns the reason where one cannot be opened. */
  openUrls(urls: { videoUrl: string; scriptUrl: string }): UrlRefusal | undefined;
  chooseMedium(name: string): void;
  chooseScript(name: string): void;
  chooseSubtitles(name: string): void;
  clear(): void;
}

interface Choice {
  readonly sources: readonly PlayerSource[];
  readonly mediumName?: string | undefined;
  readonly scriptName?: string | undefined;
  /** Axes of files that the entry of the library does not hold. */
  readonly otherAxes?: readonly string[] | undefined;
  readonly subtitlesName?: string | undefined;
}

const NOTHING: Choice = { sources: [] };

/** The scripts of the chosen medium: of several media, one without a script of its name has none until the person chooses one. */
const scriptsOfPairing = ({ media, scripts, fitting }: FilePairing<PlayerSource>): readonly PlayerSource[] =>
  media.length < 2 || fitting > 0 ? scripts : [];

/** The files and addresses opened on the page. */
export function useOpenFiles(): OpenFiles {
  const settings = useSettingsStore();
  const [choice, setChoice] = useState(NOTHING);
  const pairing = pairFiles(choice.sources, choice.mediumName);
  const { media, scripts, unknown } = pairing;
  const byName = (all: readonly PlayerSource[], name: string | undefined) => all.find((source) => source.name === name);
  const subtitles = byName(pairing.otherSubtitles, choice.subtitlesName) ?? pairing.subtitles;
  const otherSubtitles = [pairing.subtitles, ...pairing.otherSubtitles]
    .filter((source) => source !== undefined)
    .filter((source) => source !== subtitles);

  function add(added: readonly PlayerSource[]) {
    setChoice(({ sources, mediumName, scriptName, subtitlesName }) => {
      const newNames = new Set(added.map(({ name }) => name));
      const all = [...sources.filter(({ name }) => !newNames.has(name)), ...added];
      const firstOf = (...kinds: readonly string[]) => added.find((source) => kinds.includes(kindOfFile(source)))?.name;
      const newMedium = firstOf('video', 'audio');
      if (newMedium !== undefined) return { sources: all, mediumName: pairFiles(added).media[0]?.name };
      return { sources: all, mediumName, scriptName: firstOf('script') ?? scriptName, subtitlesName };
    });
  }

  return {
    sources: choice.sources,
    ...{ media, scripts, subtitles, otherSubtitles, unknown: unknown.map(({ name }) => name) },
    otherAxes: [
      ...new Set([...pairing.otherAxes.map(({ name }) => axisOfFile(name) ?? name), ...(choice.otherAxes ?? [])]),
    ],
    medium: byName(media, choice.mediumName) ?? media[0],
    script: byName(scripts, choice.scriptName) ?? scriptsOfPairing(pairing)[0],
    scriptsOf: (medium) => scriptsOfPairing(pairFiles(choice.sources, medium.name)),
    addFiles: (files) => add([...files].map(sourceOfFile)),
    openEntry({ medium, scripts, subtitles, otherAxes }) {
      const sources = [medium, ...scripts, subtitles].filter((source) => source !== undefined);
      setChoice({ sources, mediumName: medium?.name, scriptName: scripts[0]?.name, otherAxes });
    },
    openUrls({ videoUrl, scriptUrl }) {
      const video = sourceOfUrl(videoUrl, 'video/url', window.location.href);
      const script = sourceOfUrl(scriptUrl, '', window.location.href);
      const isWrong = (text: string, source: PlayerSource | undefined) => text.trim() !== '' && source === undefined;
      if (isWrong(videoUrl, video) || isWrong(scriptUrl, script) || (!video && !script)) return 'player.urls.wrong';
      if (video?.url !== undefined && isBlockedAsMixedContent(video.url, window.location.href))
        return 'player.urls.mixed';
      settings.update({ localPlayer: { ...settings.state.getState().localPlayer, videoUrl, scriptUrl } });
      // The end of a script's address need not show its format.
      const named = script && kindOfFile(script) !== 'script' ? { ...script, name: `${script.name}.json` } : script;
      add([video, named].filter((source) => source !== undefined));
      setChoice((now) => ({ ...now, scriptName: named?.name }));
      return undefined;
    },
    chooseMedium: (mediumName) => setChoice(({ sources }) => ({ sources, mediumName })),
    chooseScript: (scriptName) => setChoice((now) => ({ ...now, scriptName })),
    chooseSubtitles: (subtitlesName) => setChoice((now) => ({ ...now, subtitlesName })),
    clear: () => setChoice(NOTHING),
  };
}
