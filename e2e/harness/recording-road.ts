import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** One request and its answer, as they went over the wire. Bodies are text; an answer that is a stream grows. */
export interface Passed {
  readonly address: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly answerHeaders: Readonly<Record<string, string | string[] | undefined>>;
  body(): string;
  answer(): string;
}

/** A proxy between browsers and a server that records all requests and answers, also those that no page awaits any more. */
export interface RecordingRoad {
  readonly url: string;
  readonly passed: readonly Passed[];
  close(): Promise<void>;
}

/** Opens one. It leads to the server at `target`; without one everything is answered with an empty object. */
export async function openRecordingRoad(target?: string): Promise<RecordingRoad> {
  const passed: Passed[] = [];

  function pass(from: IncomingMessage, to: ServerResponse): void {
    const sent = collect(from);
    const note = (status: number, answerHeaders: Passed['answerHeaders'], answer: () => string) =>
      passed.push({ address: from.url ?? '', status, headers: from.headers, answerHeaders, body: sent, answer });
    if (target === undefined) {
      const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
      note(200, headers, () => '{}');
      from.resume();
      to.writeHead(200, headers).end('{}');
      return;
    }
    const { host, origin } = new URL(target);
    // Unpacked, so that it can be read here.
    const { 'accept-encoding': _packed, ...others } = from.headers;
    const headers = { ...others, host, ...(others.origin && { origin }) };
    const onward = request(new URL(from.url ?? '/', target), { method: from.method, headers }, (answer) => {
      note(answer.statusCode ?? 0, answer.headers, collect(answer));
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      to.flushHeaders();
      answer.pipe(to);
      answer.on('error', () => to.destroy());
    });
    onward.on('error', () => to.destroy());
    to.on('close', () => onward.destroy());
    from.pipe(onward);
  }

  const server = createServer(pass).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP, so this is no pipe's name
  return {
    url: `http://127.0.0.1:${port}`,
    passed,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Collects a body; returns the part received so far, decompressed once complete. */
function collect(from: IncomingMessage): () => string {
  const parts: Buffer[] = [];
  from.on('data', (part: Buffer) => parts.push(part));
  return () => {
    const body = Buffer.concat(parts);
    const isZipped = body[0] === 0x1f && body[1] === 0x8b && from.complete;
    return (isZipped ? gunzipSync(body) : body).toString('utf8');
  };
}
