/**
 * The server that clients read events from: `cloud`; `raw`, which writes the same bytes to plain sockets; `shared`,
 * which writes one Buffer to the responses of node:http.
 */
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from 'node:net';
import type { DeviceEvent } from '@tactus/protocol';
import { createMeasuredCloud } from './measured-cloud.ts';
import { obey } from './orders.ts';
import { talkativeDevice } from './talkative-device.ts';

/** The part that sends one event to every client, and the port for clients. */
interface StreamServer {
  readonly port: number;
  readonly publish: (event: DeviceEvent) => void;
}

const starts: Readonly<Record<string, () => Promise<StreamServer>>> = {
  cloud: startCloud,
  raw: startRaw,
  shared: startShared,
};
const server = await (starts[process.argv[2] ?? ''] ?? startCloud)();

obey({
  port: () => server.port,
  /** Sends this many events, each in a turn of its own, so that no two share a write. */
  async burst(events) {
    for (let sent = 0; sent < events; sent += 1) {
      server.publish({ name: 'hamp_state_changed', data: { play_state: 1, velocity: sent / events, direction: true } });
      await new Promise((resolve) => setImmediate(resolve));
    }
  },
});

async function startCloud(): Promise<StreamServer> {
  const cloud = await createMeasuredCloud();
  const device = talkativeDevice('StreamBench1');
  cloud.link(device);
  return { port: (await cloud.listen()).port, publish: device.emit };
}

async function startRaw(): Promise<StreamServer> {
  const sockets = new Set<Socket>();
  const port = await listen(
    createSocketServer({ noDelay: true }, (socket) => {
      socket.once('data', () => {
        sockets.add(socket);
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
      });
      socket.on('error', () => sockets.delete(socket));
    }),
  );
  return {
    port,
    publish(event) {
      const frame = toFrame(event);
      for (const socket of sockets) socket.write(frame);
    },
  };
}

async function startShared(): Promise<StreamServer> {
  const responses = new Set<ServerResponse>();
  const port = await listen(
    createHttpServer({ noDelay: true }, (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      response.flushHeaders();
      responses.add(response);
      response.on('error', () => responses.delete(response));
    }),
  );
  return {
    port,
    publish(event) {
      const frame = toFrame(event);
      for (const response of responses) response.write(frame);
    },
  };
}

/** The same bytes as the cloud's, except for the id's count. */
function toFrame({ name, data }: DeviceEvent): Buffer {
  const text = JSON.stringify({ connection_key: 'StreamBench1', data });
  return Buffer.from(`event: ${name}\nid: AAAAAAAA.0-1\ndata: ${text}\n\n`);
}

function listen(listener: Server): Promise<number> {
  return new Promise((resolve) => {
    listener.listen(
      { port: 0, host: '127.0.0.1', backlog: 4096 },
      () => resolve((listener.address() as AddressInfo).port), // it listens on TCP
    );
  });
}
