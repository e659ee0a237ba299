import { createServer, type RequestListener, request, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createFixedAddressLookup, systemNetwork } from './network.ts';

const HERE = { address: '127.0.0.1', family: 4 };

async function listening(server: Server | ReturnType<typeof createSocketServer>): Promise<number> {
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port; // it listens on TCP
}

const serve = (answer: RequestListener) => listening(createServer(answer));

/** The body, or the error's code. */
function send(
  port: number,
  target: { host: string; addresses: { address: string; family: number }[]; secure: boolean },
) {
  return new Promise<string>((resolve) => {
    const outgoing = request({ createConnection: () => systemNetwork.connect({ ...target, port }) }, (response) => {
      response.setEncoding('utf8').on('data', resolve);
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message)).end();
  });
}

test('a connection uses the checked addresses of a name, which is never resolved again', async () => {
  const port = await serve((_request, response) => void response.end('reached'));
  expect(await send(port, { host: 'never-resolved.invalid', addresses: [HERE], secure: false })).toBe('reached');
  const two = [{ address: '::1', family: 6 }, HERE];
  expect(await send(port, { host: 'never-resolved.invalid', addresses: two, secure: false })).toBe('reached');
  expect(await send(port, { host: '127.0.0.1', addresses: [HERE], secure: false })).toBe('reached');
});

test('a server without TLS, or none, is an error of the request', async () => {
  const plain = await serve((_request, response) => void response.end('reached'));
  const target = { host: 'never-resolved.invalid', addresses: [HERE], secure: true };
  expect(await send(plain, target)).toMatch(/SSL|EPROTO/);
  const closed = createSocketServer();
  const port = await listening(closed);
  await new Promise((resolve) => closed.close(resolve));
  expect(await send(port, target)).toBe('ECONNREFUSED');
  expect(await send(port, { ...target, secure: false })).toBe('ECONNREFUSED');
});

test('a pinned resolver returns its address, for one and for all', () => {
  const answers: unknown[] = [];
  const note = (...answer: unknown[]) => void answers.push(answer);
  createFixedAddressLookup([HERE])('any.example', { all: true }, note);
  createFixedAddressLookup([HERE])('any.example', {}, note);
  createFixedAddressLookup([])('any.example', {}, note);
  expect(answers).toEqual([
    [null, [HERE]],
    [null, '127.0.0.1', 4],
    [new Error('No address was checked'), []],
  ]);
});

test('names of this machine are resolved by the machine', async () => {
  const found = await systemNetwork.lookup('localhost');
  expect(found.map(({ address }) => address)).toContain('127.0.0.1');
});
