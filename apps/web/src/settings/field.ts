import * as z from 'zod/mini';

/** A setting with its default: anything stored that is not valid reads as the default. */
export function settingField<Schema extends z.ZodMiniType>(schema: Schema, fallback: z.output<Schema>) {
  return z.catch(schema, fallback);
}

/** A group of settings. An invalid one gets its own default and does not affect the others. */
export function settingGroup<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const schema = z.object(shape);
  return z.catch(schema, () => schema.parse({}));
}

/** A percentage, 0-100. */
export const percentSchema = z.number().check(z.minimum(0), z.maximum(100));

/** A range of percentages; one whose lower end is above the upper is invalid. */
export const percentRangeSchema = z
  .object({ min: percentSchema, max: percentSchema })
  .check(z.refine((range) => range.min <= range.max));
