/** The number in a field of an object; undefined where the field is missing or holds no number. */
export function numberIn(fields: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const value = fields[name];
  return typeof value === 'number' ? value : undefined;
}
