/** The fields of a value; a value that is no object has none. */
export function objectFieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Whether a value is a text that is not blank. */
export const isNonEmptyText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
