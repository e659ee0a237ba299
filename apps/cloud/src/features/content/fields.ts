/** The fields of an object; what is none has none. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Whether a value is a text with something in it. */
export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
