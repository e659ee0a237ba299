/**
 * The bytes of a job, whole or in pieces that follow one another. Large input comes in pieces: joining 20 MB takes tens of ms,
 * which a thread that parses may spend, and the thread that answers requests may not.
 */
export type JobBytes = Uint8Array<ArrayBuffer> | readonly Uint8Array<ArrayBuffer>[];

/** The number of bytes. */
export const lengthOfBytes = (bytes: JobBytes): number =>
  bytes instanceof Uint8Array ? bytes.length : bytes.reduce((sum, { length }) => sum + length, 0);

/** The bytes in one piece; a single piece is not copied. */
export function joinBytes(bytes: JobBytes): Uint8Array<ArrayBuffer> {
  if (bytes instanceof Uint8Array) return bytes;
  const [first] = bytes;
  if (first && bytes.length === 1) return first;
  const joined = new Uint8Array(lengthOfBytes(bytes));
  let at = 0;
  for (const piece of bytes) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}

/** Bytes that arrive a little at a time. */
export interface ByteCollector {
  /** Copies a chunk, so that its memory can be reused. */
  add(chunk: Uint8Array): void;
  /** Returns all chunks, in pieces of which each owns its memory; call it once, at the end. */
  end(): readonly Uint8Array<ArrayBuffer>[];
}

const PIECE_BYTES = 256 * 1024;

/** Returns a collector of arriving bytes, empty at first. */
export function createByteCollector(): ByteCollector {
  const full: Uint8Array<ArrayBuffer>[] = [];
  let piece: Uint8Array<ArrayBuffer> | undefined;
  let filled = 0;

  return {
    add(chunk) {
      for (let at = 0; at < chunk.length; ) {
        // Memory that is not cleared and comes from no pool: each byte that is returned was written here.
        piece ??= Buffer.allocUnsafeSlow(PIECE_BYTES);
        const part = chunk.subarray(at, at + PIECE_BYTES - filled);
        piece.set(part, filled);
        at += part.length;
        filled += part.length;
        if (filled < PIECE_BYTES) continue;
        full.push(piece);
        piece = undefined;
        filled = 0;
      }
    },
    end: () => (piece ? [...full, new Uint8Array(piece.subarray(0, filled))] : full),
  };
}
