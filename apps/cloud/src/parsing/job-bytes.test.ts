import { expect, test } from 'vitest';
import { createByteCollector, joinBytes, lengthOfBytes } from './job-bytes.ts';

const numbered = (from: number, length: number) => Uint8Array.from({ length }, (_, index) => (from + index) % 251);

test.each([[[]], [[5]], [[262_144]], [[0, 1, 262_143, 7]], [[100_000, 300_000, 524_288, 1]]])(
  'chunks of %j bytes are returned in their order, in pieces of memory of their own',
  (lengths) => {
    const collector = createByteCollector();
    let total = 0;
    for (const length of lengths) {
      const chunk = numbered(total, length);
      collector.add(chunk);
      chunk.fill(255); // the memory of a chunk is reused
      total += length;
    }
    const pieces = collector.end();
    expect(lengthOfBytes(pieces)).toBe(total);
    expect(Buffer.compare(joinBytes(pieces), numbered(0, total))).toBe(0);
    for (const { buffer, byteLength } of pieces) expect(byteLength).toBe(buffer.byteLength);
    expect(pieces.every(({ length }) => length > 0 && length <= 256 * 1024)).toBe(true);
  },
);

test('a single piece is not copied', () => {
  const bytes = numbered(0, 9);
  expect(joinBytes(bytes)).toBe(bytes);
  expect(joinBytes([bytes])).toBe(bytes);
});
