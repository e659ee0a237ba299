import type { Settings } from '../../../settings/schema.ts';
import { useSetting, useSettingsStore } from '../../../settings/use-settings.tsx';
import type { PlayerSource } from '../source/source.ts';

type SubtitleFields = 'subtitles' | 'subtitleSize' | 'subtitleDelay';

/** The sizes of subtitles that the player offers, per cent. */
export const SUBTITLE_SIZES = [75, 100, 150, 200] as const;
/** The longest delay of subtitles, and its step. s */
export const MAX_SUBTITLE_DELAY_S = 60;
/** One step of the delay of subtitles, s. */
export const SUBTITLE_DELAY_STEP_S = 0.1;

/** How the person has subtitles shown: whether, how large, and how much later than their file says. */
export interface SubtitleSettings {
  readonly isOn: boolean;
  readonly sizePercent: number;
  readonly delayS: number;
  toggle(): void;
  setSize(percent: number): void;
  /** The delay belongs to the open file: another one begins without. */
  setDelay(seconds: number): void;
}

/** The person's settings of subtitles, for the open file. */
export function useSubtitleSettings(file: PlayerSource | undefined): SubtitleSettings {
  const store = useSettingsStore();
  const { subtitles: isOn, subtitleSize, subtitleDelay } = useSetting(({ localPlayer }) => localPlayer);
  const update = (part: Partial<Pick<Settings['localPlayer'], SubtitleFields>>) =>
    store.update({ localPlayer: { ...store.state.getState().localPlayer, ...part } });
  return {
    isOn,
    sizePercent: subtitleSize,
    delayS: file !== undefined && subtitleDelay.file === file.name ? subtitleDelay.seconds : 0,
    toggle: () => update({ subtitles: !isOn }),
    setSize: (percent) => update({ subtitleSize: percent }),
    setDelay: (seconds) => update({ subtitleDelay: { file: file?.name ?? '', seconds } }),
  };
}
