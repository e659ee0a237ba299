import { IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Bytes that arrived behind the head of a request for an upgrade. */
const heads = new WeakMap<IncomingMessage, Buffer>();

/** The bytes behind the head of a request for a WebSocket; undefined for any other request. */
export const upgradeHeadOf = (request: IncomingMessage): Buffer | undefined => heads.get(request);

/**
 * Makes the class of the requests of a server whose only upgrade is the WebSocket at `path`. Other offers of a client (h2c
 * with each request of Java's HTTP client) are ignored: Node reads `upgrade` of each request before it decides who reads the
 * rest of the connection, and by itself would upgrade all or none. The option
 * `shouldUpgradeCallback` does the same, but not in Node 20.
 */
export function createWebSocketRequestClass(path: string): typeof IncomingMessage {
  return class extends IncomingMessage {
    /** Whether the client offers an upgrade, as Node's parser found. */
    private offersUpgrade?: boolean;

    get upgrade(): boolean {
      return this.offersUpgrade === true && (this.method === 'CONNECT' || isWebSocketUpgrade(this, path));
    }

    set upgrade(isOffered: boolean) {
      this.offersUpgrade = isOffered;
    }
  };
}

/** The opening of a WebSocket has no body: a request with one is a plain request. */
function isWebSocketUpgrade({ method, url = '', headers }: IncomingMessage, path: string): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket' && url.split('?')[0] === path && !hasBody;
}

/** Passes requests for a WebSocket through the server's routes as all others, hooks and refusals included. */
export function routeUpgrades(
  server: Server,
  route: (request: IncomingMessage, response: ServerResponse) => void,
): void {
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const socket = stream as Socket; // the server listens on TCP alone, and the request has no body
    socket.on('error', () => socket.destroy());
    heads.set(request, head);
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    // Only a refusal is sent this way: an accepted client gets the socket instead.
    response.on('finish', () => socket.destroySoon());
    route(request, response);
  });
}
