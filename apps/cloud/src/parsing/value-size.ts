/**
 * The most lists and objects, and the most different names of members, of a JSON value that is handed from one thread to another. The
 * thread that takes a value over makes it anew, and does nothing else meanwhile: 350,000 objects take 120 ms, and so do 90,000 names. What is
 * within these bounds takes some 15 ms, and the longest list of points that fits in a request is.
 */
export const VALUE_LIMITS = { parts: 64_000, names: 1_000 } as const;

/** Whether a JSON value has more lists and objects, or more different names of members, than it may. */
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
