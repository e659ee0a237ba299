import type { ScriptColumns } from '@tactus/motion';

const BYTES_PER_POINT = Uint32Array.BYTES_PER_ELEMENT + Uint8Array.BYTES_PER_ELEMENT;

/** How many bytes the points of a script are as such a file. */
export const packedBytes = ({ timesMs }: ScriptColumns): number => timesMs.length * BYTES_PER_POINT;

/**
 * The points of a script as the bytes of a file, of which nothing is copied: all times, then all positions. Times are in the byte
 * order of this machine.
 */
export const packColumns = ({ timesMs, positions }: ScriptColumns): readonly Uint8Array[] => [
  new Uint8Array(timesMs.buffer, timesMs.byteOffset, timesMs.byteLength),
  positions,
];

/** The points of such a file, which takes its memory over: nothing is copied unless it must be. */
export function unpackColumns(packed: Uint8Array<ArrayBuffer>): ScriptColumns {
  // A list of numbers begins where a number may begin in memory.
  if (packed.byteOffset % Uint32Array.BYTES_PER_ELEMENT !== 0) return unpackColumns(new Uint8Array(packed));
  const points = Math.floor(packed.length / BYTES_PER_POINT);
  const timesMs = new Uint32Array(packed.buffer, packed.byteOffset, points);
  return { timesMs, positions: new Uint8Array(packed.buffer, packed.byteOffset + timesMs.byteLength, points) };
}
