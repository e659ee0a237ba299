/**
 * Limits of a JSON value that is transferred between threads: lists and objects, and different names of members. The receiving
 * thread builds the value anew and does nothing else meanwhile: 350,000 objects take 120 ms, and so do 90,000 names. A value
 * within these limits takes some 15 ms, and the longest list of points that fits in a request is within them.
 */
export const VALUE_LIMITS = { parts: 64_000, names: 1_000 } as const;

/** Whether a JSON value exceeds one of these limits. */
export function isValueTooLarge(value: unknown, limits: { readonly parts: number; readonly names: number }): boolean {
  const names = new Set<string>();
  const waiting: object[] = [];
  let parts = 0;
  const add = (member: unknown) => {
    if (typeof member === 'object' && member !== null) waiting.push(member);
  };
  add(value);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    parts += 1;
    if (Array.isArray(next)) for (const item of next) add(item);
    else
      for (const [name, member] of Object.entries(next)) {
        names.add(name);
        add(member);
      }
    if (parts > limits.parts || names.size > limits.names) return true;
  }
  return false;
}
