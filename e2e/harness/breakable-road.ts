import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** The way from a browser to the cloud, which can be broken and mended while both run. */
export interface BreakableRoad {
  /** Where the browser goes. It stays the same whatever is behind it. */
  readonly url: string;
  /** Leads to another cloud from now on: one that was started anew. */
  leadTo(cloudUrl: string): void;
  /** Ends every event stream and lets no new one through; `false` lets them through again. */
  cutEvents(cut: boolean): void;
  /**
   * Lets nothing through and says nothing of it, as a network that was left without a word. `false` lets things through again,
   * and what was sent meanwhile with them, as a browser's network does that sends again what was lost.
   */
  silence(silent: boolean): void;
  /** Breaks every connection and refuses new ones, as a network that is gone; `false` lets them through again. */
  cut(cut: boolean): void;
  close(): Promise<void>;
}

/** Opens a road to a cloud. It is a plain proxy: requests pass as the cloud's own pages send them. */
export async function openRoad(cloudUrl: string): Promise<BreakableRoad> {
  let target = new URL(cloudUrl);
  let eventsCut = false;
  let silent = false;
  let heldBack: (() => void)[] = [];
  // The common agent closes what is idle for seconds, which tells the cloud that somebody has gone.
  const agent = new Agent({ keepAlive: true });
  const streams = new Map<ServerResponse, IncomingMessage>();
  let isCut = false;

  function pass(from: IncomingMessage, to: ServerResponse) {
    if (silent) {
      heldBack.push(() => pass(from, to));
      return;
    }
    if (to.destroyed) return;
    const headers = { ...from.headers, host: target.host, ...(from.headers.origin && { origin: target.origin }) };
    const onward = request(new URL(from.url ?? '/', target), { agent, method: from.method, headers }, (answer) => {
      const isStream = answer.headers['content-type']?.startsWith('text/event-stream') === true;
      if (isStream && eventsCut) {
        answer.destroy();
        to.destroy();
        return;
      }
      if (isStream) {
        streams.set(to, answer);
        to.on('close', () => streams.delete(to));
      }
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      to.flushHeaders();
      answer.pipe(to);
      answer.on('error', () => to.destroy());
    });
    onward.on('error', () => to.destroy());
    to.on('close', () => onward.destroy());
    from.pipe(onward);
  }

  const sockets = new Set<Socket>();
  const server = createServer(pass).listen(0, '127.0.0.1');
  server.on('connection', (socket) => {
    if (isCut) {
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP, so this is no pipe's name
  return {
    url: `http://127.0.0.1:${port}`,
    leadTo(url) {
      target = new URL(url);
    },
    cutEvents(cut) {
      eventsCut = cut;
      if (cut) for (const stream of streams.keys()) stream.destroy();
    },
    silence(on) {
      silent = on;
      for (const [to, answer] of streams) {
        if (on) answer.unpipe(to);
        else answer.pipe(to);
      }
      if (on) return;
      const sent = heldBack;
      heldBack = [];
      for (const pass of sent) pass();
    },
    cut(cut) {
      isCut = cut;
      if (cut) for (const socket of sockets) socket.destroy();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        agent.destroy();
      }),
  };
}
