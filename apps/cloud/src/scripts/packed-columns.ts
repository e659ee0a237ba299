import type { ScriptColumns } from '@tactus/motion';

const BYTES_PER_POINT = Uint32Array.BYTES_PER_ELEMENT + Uint8Array.BYTES_PER_ELEMENT;

/** How many bytes the points of a script are as such a file. */
export const packedBytes = ({ timesMs }: ScriptColumns): number => timesMs.length * BYTES_PER_POINT;

/** The points of a script as the bytes of a file: all times, then all positions. Times are in the byte order of this machine. */
export function packColumns({ timesMs, positions }: ScriptColumns): Uint8Array {
  const packed = new Uint8Array(packedBytes({ timesMs, positions }));
  packed.set(new Uint8Array(timesMs.buffer, timesMs.byteOffset, timesMs.byteLength));
  packed.set(positions, timesMs.byteLength);
  return packed;
}

/** The points of such a file. */
export function unpackColumns(packed: Uint8Array): ScriptColumns {
  const points = Math.floor(packed.length / BYTES_PER_POINT);
  // Memory of their own: a list of numbers begins where its memory begins.
  const timesMs = new Uint32Array(points);
  new Uint8Array(timesMs.buffer).set(packed.subarray(0, timesMs.byteLength));
  return { timesMs, positions: new Uint8Array(packed.subarray(timesMs.byteLength, points * BYTES_PER_POINT)) };
}
