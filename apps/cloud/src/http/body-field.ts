/** A field of a request's body; undefined where the body is no object. */
export function readField(body: unknown, name: string): unknown {
  const fields: Readonly<Record<string, unknown>> = typeof body === 'object' && body !== null ? { ...body } : {};
  return fields[name];
}
