import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { onClosedByPeer, wasClosedByPeer } from './closed-by-peer.ts';

/** Both ends of a connection, and the number of noticed closes. */
async function connection() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number }; // it listens on TCP
  const accepted = once(server, 'connection');
  const client = connect(port, '127.0.0.1');
  const [served] = (await accepted) as [Socket];
  client.on('error', () => undefined);
  served.on('error', () => undefined);
  served.resume();
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  const closes: string[] = [];
  const undo = onClosedByPeer(served, () => closes.push('closed'));
  return { client, served, closes, undo };
}

/** An error on the way is no failure of waiting. */
const closing = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));

test('the close or reset by a peer is noticed', async () => {
  for (const leave of ['end', 'resetAndDestroy'] as const) {
    const { client, served, closes } = await connection();
    client[leave]();
    await closing(served);
    expect([leave, ...closes]).toEqual([leave, 'closed']);
  }
});

test('a connection that this side drops does not count as closed by its peer', async () => {
  const { served, closes } = await connection();
  served.destroy();
  await closing(served);
  expect(closes).toEqual([]);
});

test('neither does one on which nothing arrived any more', () => {
  const silent = Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' });
  expect(wasClosedByPeer({ readableEnded: false, errored: silent })).toBe(false);
  expect(wasClosedByPeer({ readableEnded: false, errored: new Error('reset') })).toBe(true);
});

test('once undone no close is noticed, and none ever without a network', async () => {
  const { client, served, closes, undo } = await connection();
  undo();
  client.end();
  await closing(served);
  onClosedByPeer(undefined, () => closes.push('closed'))();
  expect(closes).toEqual([]);
});
