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
import { createOpenCounter } from '../../rate-limit/open-counter.ts';
import type { CloudParts } from '../parts.ts';
import { createHourlyLimit } from './hourly.ts';
import { mountCalls } from './mount-calls.ts';

/** The path where devices link, below the server's origin. */
export const DEVICE_LINK_PATH = '/api/tactus/device-link';

/** Keys that one address may make in an hour. */
const KEYS_PER_HOUR = 20;

/** The most connections at a time of one address, and of all, that have not identified themselves; each has five seconds for it. */
const STRANGERS_PER_ADDRESS = 64;
const STRANGERS_MAX = 10_000;

/** The device link and the keys for it (docs/device-link.md). Register it under `/api/tactus`. */
export function mountDeviceLink(api: FastifyInstance, parts: CloudParts): void {
  const { config, links, time, turns, log } = parts;
  const limitHourly = createHourlyLimit(parts, KEYS_PER_HOUR, 'device keys');
  const connections = new Set<LinkConnection>();
  const strangers = createOpenCounter(STRANGERS_PER_ADDRESS);
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

  /** Takes a place for a connection; undefined where there is none. Those that have not identified themselves take no place of the others. */
  function takePlace(address: string): (() => void) | undefined {
    const identified = connections.size - strangers.size();
    const hasRoom = identified < config.capacity.deviceLinks && strangers.size() < STRANGERS_MAX;
    return hasRoom ? strangers.take(address) : undefined;
  }

  api.get('/device-link', (request, reply) => {
    const head = upgradeHeadOf(request.raw);
    if (!head)
      throw new HttpRefusal(426, tactusErrorBody('UpgradeRequired', 'The device link is a WebSocket'), {
        upgrade: 'websocket',
      });
    const address = clientAddressOf(config, request);
    const known = takePlace(address);
    if (!known)
      throw new HttpRefusal(503, tactusErrorBody('Busy', 'Too many connections; try again later'), {
        'retry-after': '30',
      });

    reply.hijack();
    const tcp = request.raw.socket;
    reply.raw.detachSocket(tcp);
    // Also where the handshake fails.
    tcp.once('close', known);
    server.handleUpgrade(request.raw, tcp, head, (webSocket) => {
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
