import { expect, test } from 'vitest';
import { defaultSettings } from '../../settings/schema.ts';
import { presetOfSettings, RUN_PRESET_NAMES, RUN_PRESETS } from './presets.ts';
import { toRunRules } from './rules.ts';

const defaults = defaultSettings().randomClassic;

test('untouched settings are the varied preset, and those of the specification', () => {
  expect(presetOfSettings(defaults)).toBe('varied');
  expect(defaults).toMatchObject({
    speedRange: { min: 0, max: 90 },
    strokeRange: { min: 20, max: 80 },
    minimumStrokeLength: 25,
    timeBetween: 5,
    currentPause: 0,
  });
  expect(toRunRules(defaults)).toEqual({
    ...{ speedRange: { min: 0, max: 0.9 }, strokeRange: { min: 0.2, max: 0.8 }, minimumStrokeLength: 0.25 },
    ...{ timeBetweenMs: 5_000, pauseMs: 0, rampMs: 1_000, sessionMs: 0 },
  });
});

test('every preset is recognised, and any change makes it none', () => {
  for (const name of RUN_PRESET_NAMES) {
    const settings = { ...defaults, ...RUN_PRESETS[name] };
    expect(presetOfSettings(settings)).toBe(name);
    expect(presetOfSettings({ ...settings, timeBetween: settings.timeBetween + 1 })).toBe('own');
  }
});

test('stored settings that would flood the device are limited to what it can take', () => {
  const rules = toRunRules({ ...defaults, timeBetween: 0, minimumStrokeLength: 0, ramp: 30 });
  expect(rules).toMatchObject({ timeBetweenMs: 1_000, minimumStrokeLength: 0.05, rampMs: 1_000, sessionMs: 0 });
});
