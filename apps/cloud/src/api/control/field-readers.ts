/** Reads a value that an operator sent. Throws a RangeError with a sentence that names the value. */
export type FieldReader<T> = (value: unknown, name: string) => T;

/** The fields of a JSON object. */
export const readFields: FieldReader<Readonly<Record<string, unknown>>> = (value, name) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RangeError(`${name} must be an object`);
  return { ...value };
};

/** Reads true or false. */
export const readBoolean: FieldReader<boolean> = (value, name) => {
  if (typeof value !== 'boolean') throw new RangeError(`${name} must be true or false`);
  return value;
};

/** Reads the value true; any other is refused. */
export const requireTrue: FieldReader<true> = (value, name) => {
  if (value !== true) throw new RangeError(`${name} must be true`);
  return true;
};

/** A number within bounds, both included. */
export function numberWithin(min: number, max: number): FieldReader<number> {
  return (value, name) => {
    if (typeof value !== 'number' || !(value >= min && value <= max))
      throw new RangeError(`${name} must be a number from ${min} to ${max}`);
    return value;
  };
}

/** A whole number within bounds, both included. */
export function intWithin(min: number, max: number): FieldReader<number> {
  return (value, name) => {
    if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
      throw new RangeError(`${name} must be a whole number from ${min} to ${max}`);
    return value;
  };
}

/** Reads a name and returns its value in the table. */
export function valueByName<T>(table: Readonly<Record<string, T>>): FieldReader<T> {
  return (value, name) => {
    const found = typeof value === 'string' && Object.hasOwn(table, value) ? table[value] : undefined;
    if (found === undefined) throw new RangeError(`${name} must be one of ${Object.keys(table).join(', ')}`);
    return found;
  };
}

/** Reads a text that `fits`; `form` describes the expected form in words. */
export function textMatching(fits: (text: string) => boolean, form: string): FieldReader<string> {
  return (value, name) => {
    if (typeof value !== 'string' || !fits(value)) throw new RangeError(`${name} must be ${form}`);
    return value;
  };
}
