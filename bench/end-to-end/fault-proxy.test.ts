import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createRandom, systemTime } from '@tactus/time';
import { expect, onTestFinished, test } from 'vitest';
import { type FaultProxyOptions, openFaultProxy } from './fault-proxy.ts';

/** An echo server, and a proxy in front of it. */
async function setUp(ways: Pick<FaultProxyOptions, 'up' | 'down'> = {}) {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    socket.pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const proxy = await openFaultProxy({ target: { host: '127.0.0.1', port }, ...ways });
  onTestFinished(async () => {
    await proxy.close();
    server.close();
  });
  const open = async (): Promise<Socket> => {
    const socket = connect({ port: proxy.port, host: '127.0.0.1', noDelay: true });
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  return { proxy, open };
}

/** Sends a text and resolves with its round trip, ms. */
async function roundTripMs(socket: Socket, text = 'a'): Promise<number> {
  const sentMs = systemTime.monotonic();
  socket.write(text);
  const [echo] = await once(socket, 'data');
  expect(String(echo)).toBe(text);
  return systemTime.monotonic() - sentMs;
}

/** All bytes that a socket receives until the other side ends. */
async function bytesFrom(socket: Socket): Promise<string> {
  let received = '';
  for await (const chunk of socket) received += String(chunk);
  return received;
}

test('a round trip takes the delay up and the delay down, and new delays apply once they are set', async () => {
  const { proxy, open } = await setUp({ up: () => 30, down: () => 20 });
  const socket = await open();
  expect(await roundTripMs(socket)).toBeGreaterThanOrEqual(49);
  proxy.setDelays({ up: () => 5, down: () => 90 });
  expect(await roundTripMs(socket)).toBeGreaterThanOrEqual(94);
});

test('bytes stay in order however the delays jitter, and the end comes after the last of them', async () => {
  const random = createRandom(5);
  const jitter = () => random.next() * 12;
  const { open } = await setUp({ up: jitter, down: jitter });
  const socket = await open();
  const received = bytesFrom(socket);
  const words = Array.from({ length: 40 }, (_, index) => `${index},`);
  for (const word of words) {
    socket.write(word);
    await systemTime.sleep(1);
  }
  socket.end();
  expect(await received).toBe(words.join(''));
});

test('during a stall nothing arrives, not even on new connections; then everything does', async () => {
  const { proxy, open } = await setUp();
  const socket = await open();
  await roundTripMs(socket);
  const stalledAtMs = systemTime.monotonic();
  proxy.stall(120);
  const arrivedMs = () => systemTime.monotonic() - stalledAtMs;
  const arrivals = [
    roundTripMs(socket, 'b').then(arrivedMs),
    open()
      .then((one) => roundTripMs(one, 'c'))
      .then(arrivedMs),
  ];
  expect(Math.min(...(await Promise.all(arrivals)))).toBeGreaterThanOrEqual(119);
  // On a busy machine a round trip takes long now and then, but not each time.
  await expect.poll(() => roundTripMs(socket, 'd')).toBeLessThan(100);
});

test('a reset breaks every connection, and new ones are accepted', async () => {
  const { proxy, open } = await setUp({ up: () => 20 });
  const socket = await open();
  await roundTripMs(socket);
  expect(proxy.connections()).toBe(1);
  const broken = once(socket, 'error');
  proxy.reset();
  expect(String(await broken)).toContain('ECONNRESET');
  expect(proxy.connections()).toBe(0);
  expect(await roundTripMs(await open())).toBeGreaterThanOrEqual(19);
});

test('an unreachable target breaks the connection', async () => {
  const gone = await openFaultProxy({ target: { host: '127.0.0.1', port: 1 } });
  onTestFinished(gone.close);
  const socket = connect({ port: gone.port, host: '127.0.0.1' });
  const [error] = await once(socket, 'error');
  expect(String(error)).toContain('ECONNRESET');
});
