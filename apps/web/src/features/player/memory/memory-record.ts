import type { Recipe, RecipeStep } from '@tactus/motion';
import * as z from 'zod/mini';
import { settingField } from '../../../settings/field.ts';
import type { ScriptMemory } from './memory-store.ts';

/** Raised with every change of the shape; a record of another version reads as if nothing were remembered. */
const VERSION = 1;

const above0 = z.number().check(z.positive(), z.maximum(1e9));
const percent = z.number().check(z.minimum(0), z.maximum(100));
const share = z.number().check(z.minimum(0), z.maximum(1));

const step: z.ZodMiniType<RecipeStep> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('invert') }),
  z.object({ kind: z.literal('remap'), low: percent, high: percent }).check(z.refine(({ low, high }) => low <= high)),
  z.object({ kind: z.literal('intensity'), factor: z.number().check(z.minimum(0), z.maximum(100)) }),
  z.object({ kind: z.literal('half-speed') }),
  z.object({ kind: z.literal('smooth'), windowMs: above0 }),
  z.object({ kind: z.literal('simplify'), tolerance: percent }),
  z.object({ kind: z.literal('limit'), maxSpeed: above0, maxAcceleration: above0 }),
]);

const window = z.object({ min: share, max: share }).check(z.refine(({ min, max }) => min <= max));
const recipe: z.ZodMiniType<Recipe> = z.array(step);

const record = z.object({
  version: z.literal(VERSION),
  offsetMs: settingField(z.optional(z.number().check(z.minimum(-3_600_000), z.maximum(3_600_000))), undefined),
  window: settingField(z.optional(window), undefined),
  recipe: settingField(recipe, []),
  leftAtMs: settingField(z.number().check(z.minimum(0), z.maximum(2 ** 32)), 0),
});

const NOTHING: ScriptMemory = { offsetMs: undefined, window: undefined, recipe: [], leftAtMs: 0 };

/** Reads a stored record. Never throws: each unreadable part gets its default. */
export function decodeScriptMemory(stored: unknown): ScriptMemory {
  const read = record.safeParse(stored);
  if (!read.success) return NOTHING;
  const { offsetMs, recipe, leftAtMs } = read.data;
  return { offsetMs, window: read.data.window, recipe, leftAtMs };
}

/** The settings of a script as the record to store. */
export const encodeScriptMemory = (memory: ScriptMemory): unknown => ({ version: VERSION, ...memory });
