import type { Schema } from '@tactus/protocol';
import { expect } from 'vitest';

/** Asserts that a value matches a schema exactly: no field is missing, none is extra, no default had to be filled in. */
export function expectToFit(schema: Schema, value: unknown, what: string): void {
  const checked = schema['~standard'].validate(value);
  if (checked instanceof Promise) throw new Error('The schemas of the contract check at once');
  expect(checked.issues, `${what} ${JSON.stringify(value)}`).toBeUndefined();
  expect(value, what).toEqual('value' in checked ? checked.value : undefined);
}
