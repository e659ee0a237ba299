import type { Recipe, RecipeStep } from '@tactus/motion';

/** The kind of a step of a recipe. */
export type RecipeStepKind = RecipeStep['kind'];

/** Each kind of step with its initial values, in the order in which they are offered. */
export const INITIAL_RECIPE_STEPS: Readonly<{ [Kind in RecipeStepKind]: Extract<RecipeStep, { kind: Kind }> }> = {
  invert: { kind: 'invert' },
  remap: { kind: 'remap', low: 10, high: 90 },
  intensity: { kind: 'intensity', factor: 1.2 },
  'half-speed': { kind: 'half-speed' },
  smooth: { kind: 'smooth', windowMs: 200 },
  simplify: { kind: 'simplify', tolerance: 3 },
  limit: { kind: 'limit', maxSpeed: 400, maxAcceleration: 9_000 },
};

// TypeScript types the keys of an object as strings; these are all keys.
/** The kinds of steps, in the order in which they are offered. */
export const RECIPE_STEP_KINDS = Object.keys(INITIAL_RECIPE_STEPS) as RecipeStepKind[];

/** The index of the one step that differs, where two recipes differ in the values of one; undefined otherwise. */
export function indexOfChangedStep(before: Recipe, after: Recipe): number | undefined {
  if (before.length !== after.length) return undefined;
  const changed = before.flatMap((step, index) => (step === after[index] ? [] : [index]));
  const [index] = changed;
  if (index === undefined || changed.length > 1) return undefined;
  return before[index]?.kind === after[index]?.kind ? index : undefined;
}

/** Moves a step by one place; returns the same recipe where that is not possible. */
export function withStepMoved(recipe: Recipe, index: number, by: -1 | 1): Recipe {
  const step = recipe[index];
  if (step === undefined || recipe[index + by] === undefined) return recipe;
  return recipe.toSpliced(index, 1).toSpliced(index + by, 0, step);
}

/** A recipe whose last step limits the script to a speed and an acceleration; a limit that was last is replaced. */
export function withLimitStep(recipe: Recipe, maxSpeed: number, maxAcceleration: number): Recipe {
  const rest = recipe.at(-1)?.kind === 'limit' ? recipe.slice(0, -1) : recipe;
  return [...rest, { kind: 'limit', maxSpeed, maxAcceleration }];
}
