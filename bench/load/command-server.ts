/** The server for commands: `cloud`, or `bare`, which is node:http with the same JSON. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMeasuredCloud } from './measured-cloud.ts';
import { obey } from './orders.ts';

const port = process.argv[2] === 'cloud' ? await startCloud() : await startBare();
obey({ port: () => port });

async function startCloud(): Promise<number> {
  const cloud = await createMeasuredCloud();
  // A moving device, as at a change of velocity: every command plans its motion anew.
  const started = await cloud.inject({
    method: 'PUT',
    url: '/api/handy-rest/v3/hamp/start',
    headers: { host: 'localhost', 'x-api-key': 'bench', 'x-connection-key': 'DemoHandy1' },
  });
  if (started.statusCode !== 200) throw new Error(`The device did not start: ${started.body}`);
  return (await cloud.listen()).port;
}

function startBare(): Promise<number> {
  const server = createServer(answer);
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)); // it listens on TCP
  });
}

/** Reads the command and answers with the same JSON as the cloud, and does nothing else. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { velocity } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { velocity: number }; // sent by our own client
    const body = JSON.stringify({ result: { play_state: 1, velocity, direction: true } });
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  });
}
