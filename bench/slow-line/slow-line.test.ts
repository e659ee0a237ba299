import { type AddressInfo, connect, createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openSlowLine } from './slow-line.ts';

const ROUND_TRIP_MS = 60;
/** 50 bytes a millisecond. */
const KBIT_PER_S = 400;
const BYTES = 10_000;
/** A timer may be a little early. */
const EARLY_MS = 10;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A server that answers any request with so many bytes, and a slow line to it. */
async function setUp() {
  const server = createServer((socket) => socket.once('data', () => socket.end(Buffer.alloc(BYTES))));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  const targetPort = (server.address() as AddressInfo).port; // it listens on TCP
  const line = await openSlowLine({ targetPort, roundTripMs: ROUND_TRIP_MS, kbitPerS: KBIT_PER_S });
  closing.unshift(line.close);
  return line;
}

/** Requests once over a connection of its own: the bytes that came, and how long that took. */
function request(port: number): Promise<{ readonly bytes: number; readonly tookMs: number }> {
  const beganMs = performance.now();
  return new Promise((resolve, reject) => {
    let bytes = 0;
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write('x'));
    socket.on('data', ({ length }) => {
      bytes += length;
    });
    socket.on('end', () => resolve({ bytes, tookMs: performance.now() - beganMs }));
    socket.on('error', reject);
  });
}

test('a new connection costs two round trips, and its bytes the time that they take on the line', async () => {
  const { port } = await setUp();
  const { bytes, tookMs } = await request(port);
  expect(bytes).toBe(BYTES);
  expect(tookMs).toBeGreaterThan(2 * ROUND_TRIP_MS + BYTES / 50 - EARLY_MS);
});

test('connections share the line', async () => {
  const { port } = await setUp();
  const both = await Promise.all([request(port), request(port)]);
  expect(both.map(({ bytes }) => bytes)).toEqual([BYTES, BYTES]);
  expect(Math.max(...both.map(({ tookMs }) => tookMs))).toBeGreaterThan(
    2 * ROUND_TRIP_MS + (2 * BYTES) / 50 - EARLY_MS,
  );
});
