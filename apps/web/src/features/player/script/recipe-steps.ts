import type { Recipe, RecipeStep } from '@tactus/motion';

export type StepKind = RecipeStep['kind'];

/** Each kind of step as it is added, in the order in which they are offered. */
export const NEW_STEPS: Readonly<{ [Kind in StepKind]: Extract<RecipeStep, { kind: Kind }> }> = {
  invert: { kind: 'invert' },
  remap: { kind: 'remap', low: 10, high: 90 },
  intensity: { kind: 'intensity', factor: 1.2 },
  'half-speed': { kind: 'half-speed' },
  smooth: { kind: 'smooth', windowMs: 200 },
  simplify: { kind: 'simplify', tolerance: 3 },
  limit: { kind: 'limit', maxSpeed: 400, maxAcceleration: 9_000 },
};

// The keys of an object are texts for TypeScript; these are all of it.
export const STEP_KINDS = Object.keys(NEW_STEPS) as StepKind[];

/** The index of the one step that differs, where two recipes differ in the values of one; undefined otherwise. */
export function changedStep(before: Recipe, after: Recipe): number | undefined {
  if (before.length !== after.length) return undefined;
  const changed = before.flatMap((step, index) => (step === after[index] ? [] : [index]));
  const [index] = changed;
  if (index === undefined || changed.length > 1) return undefined;
  return before[index]?.kind === after[index]?.kind ? index : undefined;
}

/** A recipe with another step in the place of one. */
export const withStep = (recipe: Recipe, index: number, step: RecipeStep): Recipe => recipe.with(index, step);

/** A recipe without one of its steps. */
export const withoutStep = (recipe: Recipe, index: number): Recipe => recipe.toSpliced(index, 1);

/** A recipe with a step moved by one place; the same where it cannot be. */
export function withStepMoved(recipe: Recipe, index: number, by: -1 | 1): Recipe {
  const step = recipe[index];
  if (step === undefined || recipe[index + by] === undefined) return recipe;
  return recipe.toSpliced(index, 1).toSpliced(index + by, 0, step);
}

/** A recipe whose last step holds the script to a speed and an acceleration; a limit that stood there is exchanged. */
export function withLimit(recipe: Recipe, maxSpeed: number, maxAcceleration: number): Recipe {
  const rest = recipe.at(-1)?.kind === 'limit' ? recipe.slice(0, -1) : recipe;
  return [...rest, { kind: 'limit', maxSpeed, maxAcceleration }];
}
