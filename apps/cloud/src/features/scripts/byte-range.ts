/** Part of a body, `end` excluded, in bytes. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The part in a `Range` header (RFC 9110, section 14). 'whole' where the header is missing, names several parts or is
 * not understood; 'unsatisfiable' where the body has no such part.
 */
export function readByteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(header?.replaceAll(' ', '') ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return 'whole';
  const [start, end] = first === '' ? [Math.max(0, size - Number(last)), size] : [Number(first), endOf(last, size)];
  if (first !== '' && last !== '' && Number(last) < Number(first)) return 'whole';
  return start < end ? { start, end } : 'unsatisfiable';
}

const endOf = (last: string, size: number) => (last === '' ? size : Math.min(Number(last) + 1, size));
