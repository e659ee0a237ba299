import type { RandomSettings } from './rules.ts';

/** The characters a run can have. `varied` has the default settings. */
export const RUN_PRESET_NAMES = ['calm', 'varied', 'intense'] as const;
/** The name of a preset. */
export type RunPresetName = (typeof RUN_PRESET_NAMES)[number];

type Character = Pick<
  RandomSettings,
  'speedRange' | 'strokeRange' | 'minimumStrokeLength' | 'timeBetween' | 'currentPause' | 'ramp'
>;

/** The settings of each preset. Seed and session timer do not change. */
export const RUN_PRESETS: Readonly<Record<RunPresetName, Character>> = {
  calm: {
    speedRange: { min: 5, max: 35 },
    strokeRange: { min: 20, max: 80 },
    minimumStrokeLength: 40,
    timeBetween: 10,
    currentPause: 1,
    ramp: 3,
  },
  varied: {
    speedRange: { min: 0, max: 90 },
    strokeRange: { min: 20, max: 80 },
    minimumStrokeLength: 25,
    timeBetween: 5,
    currentPause: 0,
    ramp: 1,
  },
  intense: {
    speedRange: { min: 50, max: 100 },
    strokeRange: { min: 5, max: 95 },
    minimumStrokeLength: 30,
    timeBetween: 3,
    currentPause: 0,
    ramp: 0.5,
  },
};

/** The preset with these settings; `own` when there is none. */
export function presetOfSettings(settings: RandomSettings): RunPresetName | 'own' {
  return RUN_PRESET_NAMES.find((name) => isLike(settings, RUN_PRESETS[name])) ?? 'own';
}

function isLike(settings: RandomSettings, character: Character): boolean {
  const { speedRange, strokeRange } = character;
  return (
    settings.speedRange.min === speedRange.min &&
    settings.speedRange.max === speedRange.max &&
    settings.strokeRange.min === strokeRange.min &&
    settings.strokeRange.max === strokeRange.max &&
    settings.minimumStrokeLength === character.minimumStrokeLength &&
    settings.timeBetween === character.timeBetween &&
    settings.currentPause === character.currentPause &&
    settings.ramp === character.ramp
  );
}
