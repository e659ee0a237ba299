import { expect, test } from 'vitest';
import { strokeWindowAbilityOf } from './stroke-window-ability.ts';

type Facts = Parameters<typeof strokeWindowAbilityOf>[0];

/** The state of a Handy 2 Pro whose window is 50 mm long, changed by `facts`. */
function known(facts: object): Facts {
  return {
    info: { fw_version: '4.0.15', hw_model_no: 4, session_id: 'a' },
    capabilities: undefined,
    slider: { min: 0.2, max: 0.7, min_absolute: 20, max_absolute: 70 },
    sliderSettings: undefined,
    ...facts,
  } as Facts; // Only the facts that are used.
}

test('in a window of 50 mm, a speed in per cent is twice its value in millimetres', () => {
  expect(strokeWindowAbilityOf(known({}))).toMatchObject({ maxSpeed: 900, minSpeed: 64, strokeMm: 50 });
});

test('the own settings of a device count before its model', () => {
  expect(strokeWindowAbilityOf(known({ sliderSettings: { x_max_speed: 300, x_min_speed: 10 } }))).toMatchObject({
    maxSpeed: 600,
    minSpeed: 20,
  });
});

test('invalid settings are ignored', () => {
  expect(strokeWindowAbilityOf(known({ sliderSettings: { x_max_speed: 0, x_min_speed: -3 } }))).toEqual(
    strokeWindowAbilityOf(known({})),
  );
});

test('an unknown model counts as the slowest one', () => {
  const info = { fw_version: '4.0.15', hw_model_no: 99, session_id: 'a' };
  expect(strokeWindowAbilityOf(known({ info, capabilities: { slider: 1 } }))?.maxSpeed).toBe(800);
});

test('an unknown device, or one without a slider, has no abilities', () => {
  expect(strokeWindowAbilityOf(known({ info: undefined }))).toBeUndefined();
  expect(strokeWindowAbilityOf(known({ capabilities: { slider: 0, erm: 1 } }))).toBeUndefined();
});
