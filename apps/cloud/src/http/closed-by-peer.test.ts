import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { onClosedByPeer, wasClosedByPeer } from './closed-by-peer.ts';

/** Both ends of a connection, and how often its closing was heard. */
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
  const heard: string[] = [];
  const undo = onClosedByPeer(served, () => heard.push('closed'));
  return { client, served, heard, undo };
}

/** An error on the way is no failure of waiting. */
const closing = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));

test('a peer that says goodbye, or is reset, is heard', async () => {
  for (const leave of ['end', 'resetAndDestroy'] as const) {
    const { client, served, heard } = await connection();
    client[leave]();
    await closing(served);
    expect([leave, ...heard]).toEqual([leave, 'closed']);
  }
});

test('a connection that we give up is none that its peer has closed', async () => {
  const { served, heard } = await connection();
  served.destroy();
  await closing(served);
  expect(heard).toEqual([]);
});

test('neither is one on which nothing came any more', () => {
  const silent = Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' });
  expect(wasClosedByPeer({ readableEnded: false, errored: silent })).toBe(false);
  expect(wasClosedByPeer({ readableEnded: false, errored: new Error('reset') })).toBe(true);
});

test('once undone nothing is heard, and without a network nothing ever', async () => {
  const { client, served, heard, undo } = await connection();
  undo();
  client.end();
  await closing(served);
  onClosedByPeer(undefined, () => heard.push('closed'))();
  expect(heard).toEqual([]);
});
