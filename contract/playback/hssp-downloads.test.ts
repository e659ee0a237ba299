/** Downloads of scripts from hosts that do not answer. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startCloud } from '../cloud/running-cloud.ts';

/** A script host of which `/ok` answers and every other path hangs. */
async function startScriptHost() {
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    if (request.url === '/ok') return response.writeHead(200, { 'content-type': 'text/csv' }).end('0,0\n500,100\n');
    open.add(response);
    return response.on('close', () => open.delete(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, open };
}

test('a newer setup of a device ends the download of the one before, and succeeds', async () => {
  const { ask } = await startCloud();
  const { url, open } = await startScriptHost();
  const setUp = (path: string) => ask('PUT /hssp/setup', { body: JSON.stringify({ url: `${url}${path}` }) });
  const hanging = [];
  for (let count = 1; count <= 20; count++) {
    hanging.push(setUp(`/hanging-${count}`));
    await expect.poll(() => [...open].map(({ req }) => req.url)).toEqual([`/hanging-${count}`]);
  }
  expect((await setUp('/ok')).json).toMatchObject({ result: { points: 2 } });
  for (const answer of await Promise.all(hanging))
    expect(answer.json).toMatchObject({ error: { code: 100023, message: 'Another setup came in between' } });
  await expect.poll(() => open.size).toBe(0);
});
