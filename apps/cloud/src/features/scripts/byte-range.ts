/** Part of a body, `end` excluded, in bytes. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The part that a `Range` header asks for (RFC 9110, section 14). 'whole' where it asks for none, for several, or in a
 * way that is not understood; 'unsatisfiable' where the body has nothing there.
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(header?.replaceAll(' ', '') ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return 'whole';
  const [start, end] = first === '' ? [Math.max(0, size - Number(last)), size] : [Number(first), endOf(last, size)];
  if (first !== '' && last !== '' && Number(last) < Number(first)) return 'whole';
  return start < end ? { start, end } : 'unsatisfiable';
}

const endOf = (last: string, size: number) => (last === '' ? size : Math.min(Number(last) + 1, size));
