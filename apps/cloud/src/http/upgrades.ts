import { IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** What came on the wire behind the head of a request that asks for an upgrade. */
const heads = new WeakMap<IncomingMessage, Buffer>();

/** The bytes behind the head of a request for a WebSocket; undefined for any other request. */
export const upgradeHeadOf = (request: IncomingMessage): Buffer | undefined => heads.get(request);

/**
 * Makes the class of the requests of a server whose only upgrade is the WebSocket at `path`. Whatever else a client offers
 * (h2c with each request of Java's HTTP client) is read as if it had not been offered: Node asks each request for `upgrade`
 * before it decides who reads the rest of the connection, and by itself would upgrade all or none. The option
 * `shouldUpgradeCallback` says the same, but not to Node 20.
 */
export function createRequestClass(path: string): typeof IncomingMessage {
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

/** The opening of a WebSocket has no body: what has one is a plain request. */
function isWebSocketUpgrade({ method, url = '', headers }: IncomingMessage, path: string): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket' && url.split('?')[0] === path && !hasBody;
}

/** Lets requests for a WebSocket pass through the server's routes as all others do, hooks and refusals included. */
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
    // Only a refusal is ever sent this way: who is accepted gets the socket instead.
    response.on('finish', () => socket.destroySoon());
    route(request, response);
  });
}
