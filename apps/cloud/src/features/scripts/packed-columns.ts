import type { ScriptColumns } from '@tactus/motion';

const BYTES_PER_POINT = Uint32Array.BYTES_PER_ELEMENT + Uint8Array.BYTES_PER_ELEMENT;

/** Size of the points of a script in the file format, in bytes. */
export const serializedColumnsBytes = ({ timesMs }: ScriptColumns): number => timesMs.length * BYTES_PER_POINT;

/** The points of a script in the file format, without a copy: all times, then all positions. Times have the byte order of this machine. */
export const serializeColumns = ({ timesMs, positions }: ScriptColumns): readonly Uint8Array[] => [
  new Uint8Array(timesMs.buffer, timesMs.byteOffset, timesMs.byteLength),
  positions,
];

/** Reads the points of such a file and takes over its memory: it is copied only where its alignment requires that. */
export function deserializeColumns(packed: Uint8Array<ArrayBuffer>): ScriptColumns {
  // A typed array must begin at a multiple of its element's size.
  if (packed.byteOffset % Uint32Array.BYTES_PER_ELEMENT !== 0) return deserializeColumns(new Uint8Array(packed));
  const points = Math.floor(packed.length / BYTES_PER_POINT);
  const timesMs = new Uint32Array(packed.buffer, packed.byteOffset, points);
  return { timesMs, positions: new Uint8Array(packed.buffer, packed.byteOffset + timesMs.byteLength, points) };
}
