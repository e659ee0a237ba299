import { applyRecipe, type Recipe } from '@tactus/motion';
import { expect, test } from 'vitest';
import { scriptOf } from '../testing/script-of.ts';
import { createRecipeControl, scriptToPlay } from './recipe-control.ts';
import { withLimitStep, withStepMoved } from './recipe-steps.ts';
import type { LoadedScript } from './script-loader.ts';

const INVERT = { kind: 'invert' } as const;
const intensity = (factor: number) => ({ kind: 'intensity', factor }) as const;

/** A control with a script in it; edits wait for `let` when they are `held`. */
async function setUp({ recipe = [], held = false }: { recipe?: Recipe; held?: boolean } = {}) {
  const saved: Recipe[] = [];
  const shown: LoadedScript[] = [];
  const errors: unknown[] = [];
  const edits: Recipe[] = [];
  const waiting: (() => void)[] = [];
  const control = createRecipeControl({
    async edit(script, wanted) {
      edits.push(wanted);
      if (held) await new Promise<void>((go) => waiting.push(go));
      return { ...script, columns: applyRecipe(script.original, wanted), recipe: wanted };
    },
    save: async (_, wanted) => void saved.push(wanted),
    onScript: (script) => shown.push(script),
    onError: (error) => errors.push(error),
  });
  const script = await scriptOf('#\n0,0\n500,100\n1000,0\n', 'text/csv');
  await control.open(script, recipe);
  const positions = () => [...(scriptToPlay(control.state.getState())?.columns.positions ?? [])];
  return {
    control,
    script,
    saved,
    shown,
    errors,
    edits,
    positions,
    state: () => control.state.getState(),
    go: () => waiting.shift()?.(),
  };
}

test('a change is applied to the original points, shown and stored', async () => {
  const { control, positions, saved, shown } = await setUp();
  await control.change([INVERT]);
  expect(positions()).toEqual([100, 0, 100]);
  expect(saved).toEqual([[INVERT]]);
  expect(shown.at(-1)?.recipe).toEqual([INVERT]);
});

test('a script is opened with its stored recipe, without storing it again', async () => {
  const { positions, saved, state } = await setUp({ recipe: [intensity(0.5)] });
  expect(positions()).toEqual([25, 75, 25]);
  expect(saved).toEqual([]);
  expect(state()).toMatchObject({ canUndo: false, busy: false });
});

test('undo goes back change by change; consecutive changes of one step count as one', async () => {
  const { control, positions, saved, state } = await setUp();
  await control.change([INVERT]);
  await control.change([INVERT, intensity(0.8)]);
  await control.change([INVERT, intensity(0.6)]);
  await control.change([INVERT, intensity(0.4)]);
  await control.undo();
  expect(state().recipe).toEqual([INVERT, intensity(0.8)]);
  await control.undo();
  expect(positions()).toEqual([100, 0, 100]);
  await control.undo();
  expect(positions()).toEqual([0, 100, 0]);
  expect(state().canUndo).toBe(false);
  expect(saved.at(-1)).toEqual([]);
});

test('comparing plays the original without losing the edited script; the next change ends it', async () => {
  const { control, positions, state } = await setUp({ recipe: [INVERT] });
  control.compare(true);
  expect(positions()).toEqual([0, 100, 0]);
  control.compare(false);
  expect(positions()).toEqual([100, 0, 100]);
  control.compare(true);
  await control.change([INVERT, intensity(0.5)]);
  expect(positions()).toEqual([75, 25, 75]);
  expect(state().comparing).toBe(false);
});

test('the newest change wins: those between are skipped', async () => {
  const { control, edits, go, positions } = await setUp({ held: true });
  const changes = [0.9, 0.7, 0.5].map((factor) => control.change([intensity(factor)]));
  go();
  await expect.poll(() => edits.length).toBe(2);
  go();
  await Promise.all(changes);
  expect(edits).toEqual([[intensity(0.9)], [intensity(0.5)]]);
  await expect.poll(positions).toEqual([25, 75, 25]);
});

test('a change that fails is undone, and reported', async () => {
  const { control, errors, positions, saved, state } = await setUp();
  await control.change([INVERT]);
  await control.change([INVERT, intensity(-1)]);
  expect(errors).toHaveLength(1);
  expect(state()).toMatchObject({ recipe: [INVERT], busy: false });
  expect(positions()).toEqual([100, 0, 100]);
  expect(saved).toEqual([[INVERT]]);
});

test('a script whose stored recipe fails plays unchanged', async () => {
  const { errors, positions, saved, state } = await setUp({ recipe: [intensity(-1)] });
  expect(errors).toHaveLength(1);
  expect(positions()).toEqual([0, 100, 0]);
  expect(state()).toMatchObject({ recipe: [], busy: false });
  expect(saved).toEqual([[]]);
});

test('a limit that fits the device replaces the last one', () => {
  const once = withLimitStep([INVERT], 400, 9_000);
  expect(withLimitStep(once, 300, 8_000)).toEqual([INVERT, { kind: 'limit', maxSpeed: 300, maxAcceleration: 8_000 }]);
});

test('a step moves by one place, and never out of the list', () => {
  const recipe = [INVERT, intensity(0.5)];
  expect(withStepMoved(recipe, 0, 1)).toEqual([intensity(0.5), INVERT]);
  expect(withStepMoved(recipe, 0, -1)).toBe(recipe);
});
