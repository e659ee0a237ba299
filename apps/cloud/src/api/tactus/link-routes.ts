import { deviceKeyCalls, LINK_FRAME_MAX_BYTES, linkRefusals } from '@tactus/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { WebSocketServer } from 'ws';
import type { LinkConnection } from '../../features/link/remote-device.ts';
import { serveLinkSocket } from '../../features/link/socket-link.ts';
import { clientAddressOf } from '../../http/client-address.ts';
import { insufficientStorage, tooManyTactusRequests } from '../../http/http-errors.ts';
import { readOwnerSecret } from '../../http/owner-secret.ts';
import { HttpRefusal, notFound, tactusErrorBody } from '../../http/refusal.ts';
import { upgradeHeadOf } from '../../http/upgrades.ts';
import { networkOf } from '../../rate-limit/networks.ts';
import type { CloudParts } from '../parts.ts';
import { createHourlyLimit } from './hourly.ts';
import { mountCalls } from './mount-calls.ts';

/** The path where devices link, below the server's origin. */
export const DEVICE_LINK_PATH = '/api/tactus/device-link';

/** Keys that one address may make in an hour. */
const KEYS_PER_HOUR = 20;

/** The most connections at a time of one network's devices that have not identified themselves. */
const STRANGERS_PER_NETWORK = 64;

/** The device link and the keys for it (docs/device-link.md). Register it under `/api/tactus`. */
export function mountDeviceLink(api: FastifyInstance, parts: CloudParts): void {
  const { config, links, time, turns, log } = parts;
  const limitHourly = createHourlyLimit(parts, KEYS_PER_HOUR, 'device keys');
  const connections = new Set<LinkConnection>();
  const strangers = new Map<string, number>();
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: LINK_FRAME_MAX_BYTES,
  });
  // The server waits for connections to end before it is closed.
  api.addHook('preClose', (done) => {
    for (const connection of [...connections]) connection.end(linkRefusals.closing);
    done();
  });

  function countStranger(network: string, by: 1 | -1): void {
    const count = (strangers.get(network) ?? 0) + by;
    if (count > 0) strangers.set(network, count);
    else strangers.delete(network);
  }

  api.get('/device-link', (request, reply) => {
    const head = upgradeHeadOf(request.raw);
    if (!head)
      throw new HttpRefusal(426, tactusErrorBody('UpgradeRequired', 'The device link is a WebSocket'), {
        upgrade: 'websocket',
      });
    const address = clientAddressOf(config, request);
    const network = networkOf(address);
    if (connections.size >= config.capacity.deviceLinks || (strangers.get(network) ?? 0) >= STRANGERS_PER_NETWORK)
      throw new HttpRefusal(503, tactusErrorBody('Busy', 'Too many connections; try again later'), {
        'retry-after': '30',
      });

    reply.hijack();
    const tcp = request.raw.socket;
    reply.raw.detachSocket(tcp);
    server.handleUpgrade(request.raw, tcp, head, (webSocket) => {
      countStranger(network, 1);
      const known = once(() => countStranger(network, -1));
      const over = once(() => connections.delete(connection));
      const opened = { webSocket, tcp, address, onKnown: known, onOver: over };
      const connection = serveLinkSocket(opened, { links, time, turns, log });
      connections.add(connection);
    });
  });

  mountCalls(api, deviceKeyCalls, {
    async create({ body, request }) {
      const { label } = body();
      limitHourly(request);
      const key = await links.makeKey(label ?? '');
      if (!key) throw insufficientStorage('This server has no room for another device key at the moment');
      return key;
    },

    async remove({ request }) {
      const key = { connectionKey: readConnectionKey(request), secret: readOwnerSecret(request) };
      const outcome = await links.removeKey(key, clientAddressOf(config, request));
      if (outcome === 'not-enrolled') throw notFound('There is no such device key, or the secret is not its own');
      if (outcome !== 'done')
        throw tooManyTactusRequests('Too many failed attempts from this address; try again later', outcome.waitMs);
    },
  });
}

function once(run: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    run();
  };
}

/** Reads a key from its header: a key in an address would appear in logs and histories. */
function readConnectionKey({ headers }: FastifyRequest): string {
  const raw = headers['x-connection-key'];
  return typeof raw === 'string' ? raw.trim() : '';
}
