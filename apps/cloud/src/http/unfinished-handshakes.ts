import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { type TLSSocket, Server as TlsServer } from 'node:tls';
import type { Undo } from '@tactus/time';

/**
 * Follows the connections of a server until their TLS handshake is done: until then `closeAllConnections` leaves them out, and Node waits for
 * them as the server closes. The returned function cuts them, and each that comes later.
 */
export function trackHandshakes(server: Server): Undo {
  // Without TLS every connection is one of HTTP from its first byte.
  if (!(server instanceof TlsServer)) return () => undefined;
  const unfinished = new Map<string, Socket>();
  let isClosing = false;
  server.on('connection', (socket: Socket) => {
    if (isClosing) return void socket.destroy();
    const peer = peerOf(socket);
    unfinished.set(peer, socket);
    socket.once('close', () => {
      if (unfinished.get(peer) === socket) unfinished.delete(peer);
    });
  });
  server.on('secureConnection', (socket: TLSSocket) => void unfinished.delete(peerOf(socket)));
  return () => {
    isClosing = true;
    for (const socket of unfinished.values()) socket.destroy();
  };
}

/** What tells a connection apart from all others of its server. */
const peerOf = ({ remoteAddress, remotePort, localAddress }: Socket): string =>
  `${localAddress} ${remoteAddress} ${remotePort}`;
