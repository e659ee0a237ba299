import type { ScriptColumns } from '../scripts/script-columns.ts';
import { type EditColumns, fromEditColumns, toEditColumns } from './edit-columns.ts';
import { halveScriptSpeed } from './halve-script-speed.ts';
import { limitScriptMotion } from './limit-script-motion.ts';
import { simplifyPoints } from './simplify.ts';
import { smoothPositions } from './smooth.ts';

/** One change of a script: plain data, to be stored, undone and reused. Positions in percent, times in ms. */
export type RecipeStep =
  | { readonly kind: 'invert' }
  /** Squeezes the whole stroke into a part of it. */
  | { readonly kind: 'remap'; readonly low: number; readonly high: number }
  /** Makes strokes longer (above 1) or shorter around the middle of the stroke. */
  | { readonly kind: 'intensity'; readonly factor: number }
  | { readonly kind: 'half-speed' }
  | { readonly kind: 'smooth'; readonly windowMs: number }
  | { readonly kind: 'simplify'; readonly tolerance: number }
  /** Percent a second, percent a second squared. */
  | { readonly kind: 'limit'; readonly maxSpeed: number; readonly maxAcceleration: number };

/** Changes in the order of their application. An empty recipe leaves the script unchanged. */
export type Recipe = readonly RecipeStep[];

/** Applies a recipe; the script itself is not changed. Throws a RangeError for an invalid step. */
export function applyRecipe(script: ScriptColumns, recipe: Recipe): ScriptColumns {
  if (recipe.length === 0) return script;
  return fromEditColumns(recipe.reduce(applyStep, toEditColumns(script)));
}

function applyStep(script: EditColumns, step: RecipeStep): EditColumns {
  switch (step.kind) {
    case 'invert':
      return moved(script, (x) => 100 - x);
    case 'remap':
      require(step.low >= 0 && step.low <= step.high && step.high <= 100, 'low and high');
      return moved(script, (x) => step.low + (x * (step.high - step.low)) / 100);
    case 'intensity':
      require(step.factor >= 0 && step.factor < Infinity, 'factor');
      return moved(script, (x) => Math.min(100, Math.max(0, 50 + (x - 50) * step.factor)));
    case 'half-speed':
      return halveScriptSpeed(script);
    case 'smooth':
      require(step.windowMs > 0 && step.windowMs < Infinity, 'windowMs');
      return smoothPositions(script, step.windowMs);
    case 'simplify':
      require(step.tolerance >= 0, 'tolerance');
      return simplifyPoints(script, step.tolerance);
    case 'limit':
      require(step.maxSpeed > 0 && step.maxAcceleration > 0, 'maxSpeed and maxAcceleration');
      return limitScriptMotion(script, step);
  }
}

const moved = ({ timesMs, positions }: EditColumns, to: (x: number) => number): EditColumns => ({
  timesMs,
  positions: positions.map(to),
});

function require(isPossible: boolean, what: string): void {
  if (!isPossible) throw new RangeError(`A step of a recipe has an impossible ${what}`);
}
