import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { FastifyInstance } from 'fastify';

/** What came on the wire behind the head of a request that asks for an upgrade. */
const heads = new WeakMap<IncomingMessage, Buffer>();

/** The bytes behind the head of a request for a WebSocket; undefined for a request that came without such a wish. */
export const upgradeHeadOf = (request: IncomingMessage): Buffer | undefined => heads.get(request);

/**
 * Lets requests for a WebSocket at `path` pass through the server as all others do, hooks and refusals included. Any
 * other upgrade that a client offers (h2c among them: decisions.md 27) is as if it had not been offered.
 */
export function routeUpgrades(server: FastifyInstance, path: string): void {
  // Node hands us every request with an `Upgrade` header once anybody listens here.
  server.server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const socket = stream as Socket; // the server listens on TCP alone
    const { method, url = '', headers } = request;
    const wantsWebSocket = method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
    if (!wantsWebSocket || url.split('?')[0] !== path) {
      readAgain(server, { request, socket, head });
      return;
    }
    socket.on('error', () => socket.destroy());
    heads.set(request, head);
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    // Only a refusal is ever sent this way: who is accepted gets the socket instead.
    response.on('finish', () => socket.destroySoon());
    server.routing(request, response);
  });
}

interface Offered {
  readonly request: IncomingMessage;
  readonly socket: Socket;
  readonly head: Buffer;
}

const OFFER_HEADERS: ReadonlySet<string> = new Set(['upgrade', 'http2-settings', 'connection']);

/** Puts the request back on the wire without its offer, and lets the server read it as one of the plain ones. */
function readAgain(server: FastifyInstance, { request, socket, head }: Offered): void {
  const { method, url, httpVersion, rawHeaders, headers } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (!OFFER_HEADERS.has(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[index + 1]}`);
  }
  if (/\bclose\b/i.test(headers.connection ?? '')) lines.push('Connection: close');
  // Header values are read as Latin-1, so that is what they are written as.
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  // A server with a certificate reads requests from what it has decrypted.
  server.server.emit(socket instanceof TLSSocket ? 'secureConnection' : 'connection', socket);
}
