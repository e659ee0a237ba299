import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A proxy between a browser and the cloud, which can be cut and restored while both run. */
export interface BreakableRoad {
  /** The address for the browser. It stays the same for any cloud behind it. */
  readonly url: string;
  /** Forwards to another cloud from now on: one that was restarted. */
  leadTo(cloudUrl: string): void;
  /** Ends every event stream and lets no new one through; `false` lets them through again. */
  cutEvents(cut: boolean): void;
  /**
   * Lets nothing through without an error, as after a silent loss of the network. `false` lets data through again, with
   * those sent meanwhile, as a network that retransmits lost packets.
   */
  silence(silent: boolean): void;
  /** Breaks every connection and refuses new ones, as a network that is gone; `false` lets them through again. */
  cut(cut: boolean): void;
  /** The lines (`PUT /path`) of the requests that were answered, in order. */
  readonly answered: readonly string[];
  /** Holds back every request of such a line (`PUT /path`) from now on. */
  holdBack(line: RegExp): HeldBack;
  close(): Promise<void>;
}

/** Requests that are on their way and stand still there. */
export interface HeldBack {
  /** How many. */
  count(): number;
  /** Holds nothing back any more, and lets these requests arrive, even where their page is gone; resolves with the answers. */
  release(): Promise<readonly string[]>;
}

/** Opens a proxy to a cloud. Requests pass as the cloud's own pages send them. */
export async function openRoad(cloudUrl: string): Promise<BreakableRoad> {
  let target = new URL(cloudUrl);
  let eventsCut = false;
  let silent = false;
  let heldBack: (() => void)[] = [];
  // The default agent closes connections idle for seconds, which the cloud would take for the end of a client.
  const agent = new Agent({ keepAlive: true });
  const streams = new Map<ServerResponse, IncomingMessage>();
  const answered: string[] = [];
  let isCut = false;
  let late: { readonly line: RegExp; readonly requests: (() => Promise<string>)[] } | undefined;

  const headersOf = ({ headers }: IncomingMessage) => ({
    ...headers,
    host: target.host,
    ...(headers.origin && { origin: target.origin }),
  });

  /** Sends a request that was held back, whose sender waits for it no more. */
  async function arrive(from: IncomingMessage, body: Buffer): Promise<string> {
    const onward = request(new URL(from.url ?? '/', target), { agent, method: from.method, headers: headersOf(from) });
    onward.end(body);
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    return String(await readAll(answer));
  }

  function pass(from: IncomingMessage, to: ServerResponse) {
    if (silent) {
      heldBack.push(() => pass(from, to));
      return;
    }
    if (to.destroyed) return;
    if (late?.line.test(`${from.method} ${from.url}`)) {
      const { requests } = late;
      readAll(from).then((body) => requests.push(() => arrive(from, body)), ignore);
      return;
    }
    const headers = headersOf(from);
    const onward = request(new URL(from.url ?? '/', target), { agent, method: from.method, headers }, (answer) => {
      answered.push(`${from.method} ${from.url}`);
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
    answered,
    holdBack(line) {
      const requests: (() => Promise<string>)[] = [];
      late = { line, requests };
      return {
        count: () => requests.length,
        release() {
          late = undefined;
          return Promise.all(requests.map((send) => send()));
        },
      };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        agent.destroy();
      }),
  };
}

async function readAll(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer); // a message that nobody decodes gives bytes
  return Buffer.concat(parts);
}

const ignore = () => undefined;
