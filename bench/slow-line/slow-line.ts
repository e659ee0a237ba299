/** A slow line to a server: every byte of every connection passes it, those of workers and of the event stream included. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { systemTime } from '@tactus/time';
import { openSlowWay } from './slow-way.ts';

/** The line that a person has. */
export interface LineOptions {
  readonly targetPort: number;
  readonly roundTripMs: number;
  /** In each direction. */
  readonly kbitPerS: number;
}

/** The near end of the line, on 127.0.0.1. */
export interface SlowLine {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Opens a line on a free port. A new connection costs a round trip before its first byte, as TCP's does; a bare 400 kbit/s is
 * filled by TCP's first window, so that its slow start is left out.
 */
export async function openSlowLine({ targetPort, roundTripMs, kbitPerS }: LineOptions): Promise<SlowLine> {
  const time = systemTime;
  const way = { bytesPerS: (kbitPerS * 1_000) / 8, delayMs: roundTripMs / 2, time };
  const [up, down] = [openSlowWay(way), openSlowWay(way)];
  const sockets = new Set<Socket>();

  const server = createServer({ noDelay: true, allowHalfOpen: true }, (near) => {
    const far = connect({ port: targetPort, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
    const pair = [near, far];
    for (const socket of pair) {
      sockets.add(socket);
      socket.on('error', () => pair.map((one) => one.destroy())); // a broken connection is broken at both ends
      socket.on('close', () => sockets.delete(socket));
    }
    const nowMs = time.monotonic();
    up.pass(near, far, nowMs + roundTripMs);
    down.pass(far, near, nowMs);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port, // a server that listens on TCP has one
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
