import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { createFakeTime } from '@tactus/time/testing';
import { expect, onTestFinished, test } from 'vitest';
import { dropDeadPeers, parseDeadConnections } from './dead-peers.ts';

const HEAD = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode';
const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, '0');
const line = (local: number, remote: number, rest: string, address = '0100007F') =>
  `   0: ${address}:${hex(local)} ${address}:${hex(remote)} ${rest}     0        0 1061 1 0 100 0 0 10 0`;

test('a connection is dead when it has sent data again three times without an acknowledgement', () => {
  const table = [
    HEAD,
    line(8787, 0, '0A 00000000:00000000 00:00000000 00000000'),
    line(8787, 50001, '01 00000003:00000000 01:00000100 00000003'),
    line(8787, 50002, '01 00000003:00000000 01:00000100 00000002'),
    line(8787, 50003, '01 00000000:00000000 02:00000100 00000005'),
    line(8787, 50004, '06 00000003:00000000 01:00000100 00000009'),
    '',
    'nonsense',
  ].join('\n');
  expect(parseDeadConnections(table)).toEqual(['8787 50001']);
});

test('ports that a healthy connection of another address has too are ignored', () => {
  const table = [
    line(8787, 50001, '01 00000003:00000000 01:00000100 00000007'),
    line(8787, 50001, '01 00000000:00000000 00:00000000 00000000', '0200007F'),
  ].join('\n');
  expect(parseDeadConnections(table)).toEqual([]);
});

test('a connection that is listed as dead is closed at the next check, the others stay', async () => {
  const time = createFakeTime();
  const server = createServer();
  let table = '';
  const undo = dropDeadPeers(server, time, async () => table);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const clients = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  await Promise.all(clients.map((client) => once(client, 'connect')));
  await expect.poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(2);
  const [gone, well] = clients;
  table = line(port, gone?.localPort ?? 0, '01 00000003:00000000 01:00000100 00000004');
  const closed = gone && once(gone, 'close');
  await time.run(5_000);
  await closed;
  expect(well?.destroyed).toBe(false);
  undo();
  expect(time.pending()).toBe(0);
  well?.destroy();
});
