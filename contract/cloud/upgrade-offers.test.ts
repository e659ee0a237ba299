/** Upgrades that a client offers and the cloud does not accept: Java's HTTP client offers h2c with each request. */
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { API, startCloud } from './running-cloud.ts';

const OFFERS = {
  h2c: [
    'Connection: Upgrade, HTTP2-Settings',
    'Upgrade: h2c',
    'HTTP2-Settings: AAEAAEAAAAIAAAAAAAMAAAAAAAQBAAAAAAUAAEAAAAYABgAA',
  ],
  websocket: ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: AAAA'],
  TLS: ['Connection: Upgrade', 'Upgrade: TLS/1.2, foo'],
};

/** A raw connection. */
async function openConnection(port: number) {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    received += chunk;
  });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return {
    write: (bytes: string) => new Promise<void>((resolve) => socket.write(bytes, () => resolve())),
    statuses: () => [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)),
    text: () => received,
  };
}

const head = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: localhost', 'X-Api-Key: any', 'X-Connection-Key: DemoHandy1', ...headers, '', ''].join(
    '\r\n',
  );
const put = (offer: readonly string[], ...headers: string[]) => head(`PUT ${API}/hamp/velocity`, ...offer, ...headers);

test.each(Object.entries(OFFERS))(
  'an offer of %s with a body in the same packet, later, or in chunks',
  async (_, offer) => {
    const { port } = await startCloud();
    const { write, statuses, text } = await openConnection(port);
    await write(`${put(offer, 'Content-Length: 16')}{"velocity":0.1}`);
    await expect.poll(statuses).toEqual([200]);
    await write(put(offer, 'Content-Length: 16'));
    await write('{"velocity":0.2}');
    await expect.poll(statuses).toEqual([200, 200]);
    await write(put(offer, 'Transfer-Encoding: chunked'));
    await write('8\r\n{"veloci\r\n');
    await write('8\r\nty":0.3}\r\n0\r\n\r\n');
    await expect.poll(statuses).toEqual([200, 200, 200]);
    for (const velocity of [0.1, 0.2, 0.3]) expect(text()).toContain(`"velocity":${velocity}`);
  },
);

// Node drops bytes that follow an offer before its answer, because they could belong to the other protocol.
test('a pipelined request that offers an upgrade is answered in its turn', async () => {
  const { port } = await startCloud();
  const { write, statuses } = await openConnection(port);
  const offering = `${put(OFFERS.h2c, 'Content-Length: 16')}{"velocity":0.4}`;
  await write([head(`GET ${API}/info`), head(`GET ${API}/nothing`), offering].join(''));
  await expect.poll(statuses).toEqual([200, 404, 200]);
  await write(offering);
  await expect.poll(statuses).toEqual([200, 404, 200, 200]);
});

test('a connection that offers an upgrade with each request leaves no memory behind', async () => {
  const warnings: string[] = [];
  const onWarning = ({ name, message }: Error) => void warnings.push(`${name}: ${message}`);
  process.on('warning', onWarning);
  onTestFinished(() => void process.off('warning', onWarning));
  const { port } = await startCloud();
  const { write, statuses } = await openConnection(port);
  for (let count = 1; count <= 20; count++) {
    await write(`${put(OFFERS.h2c, 'Content-Length: 16')}{"velocity":0.1}`);
    await expect.poll(statuses, { interval: 1 }).toHaveLength(count);
  }
  expect(new Set(statuses())).toEqual(new Set([200]));
  expect(warnings).toEqual([]);
});

test('a request for a WebSocket with a body is a plain request', async () => {
  const { port } = await startCloud();
  for (const [headers, body] of [
    [['Content-Length: 2'], '{}'],
    [['Transfer-Encoding: chunked'], '2\r\n{}\r\n0\r\n\r\n'],
  ] as const) {
    const { write, statuses } = await openConnection(port);
    await write(`${head('GET /api/tactus/device-link', ...OFFERS.websocket, ...headers)}${body}`);
    await expect.poll(statuses).toEqual([426]);
  }
});
