import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DEVICE_API_PREFIX, type DeviceBackend } from '@tactus/protocol';
import { systemTime, type Undo } from '@tactus/time';
import type { FastifyInstance, FastifyPluginAsync, InjectOptions, LightMyRequestResponse } from 'fastify';
import { mountApiDocs } from './api/app/api-docs.ts';
import { mountObservability } from './api/app/health-routes.ts';
import { serveWebApp } from './api/app/routes.ts';
import { mountControl } from './api/control/routes.ts';
import { mountDeviceApi } from './api/device/routes.ts';
import { mountScriptHosts } from './api/device/upload-routes.ts';
import type { CloudOptions, CloudParts } from './api/parts.ts';
import { DEVICE_LINK_PATH } from './api/tactus/link-routes.ts';
import { mountTactusApi } from './api/tactus/routes.ts';
import { createCloudParts } from './create-cloud-parts.ts';
import type { NetworkAccess } from './features/network/network-access.ts';
import { listenOnNetwork, type NetworkServers } from './features/network/network-servers.ts';
import { dropDeadPeers } from './http/dead-peers.ts';
import { notFound } from './http/refusal.ts';
import { createServer } from './http/server.ts';
import { trackHandshakes } from './http/unfinished-handshakes.ts';

/** A running cloud. */
export interface Cloud {
  /**
   * Listens on the configured addresses and resolves with the URL by which this machine reaches it, and with the access for others of
   * the local network. Rejects with the system's own error, `EADDRINUSE` among them.
   */
  listen(): Promise<{ readonly url: string; readonly port: number; readonly network: NetworkAccess | undefined }>;
  /** Ends every stream, closes every connection, the devices and the store. Twice is harmless. */
  close(): Promise<void>;
  /** Adds a device that lives in this process, until undone. Throws a RangeError when its key is taken. */
  link(device: DeviceBackend): Undo;
  /** Answers a request without a network, for tests; not for event streams. */
  inject(request: InjectOptions | string): Promise<LightMyRequestResponse>;
}

const HEARTBEAT_MS = 15_000;
const TIDY_MS = 60 * 60 * 1_000;

/** Creates a cloud: opens its store, starts its devices and mounts its routes. It does not listen yet. */
export async function createCloud(options: CloudOptions): Promise<Cloud> {
  const { config, time } = options;
  const parts = await createCloudParts(options);
  const server = createServer({ ...parts, webSocketPath: DEVICE_LINK_PATH });
  await mount(server, parts);

  const stopHeartbeat = time.every(HEARTBEAT_MS, () => {
    parts.hub.beat();
    parts.shares.beat();
  });
  // Connections belong to the system, and so does their time.
  const stopDropping = dropDeadPeers(server.server, systemTime);
  const cutHandshakes = trackHandshakes(server.server);
  const stopTidying = time.every(TIDY_MS, () => {
    Promise.all([
      parts.fleet.tidy(),
      parts.links.tidy(),
      parts.leases.tidy(),
      parts.scriptStore.tidy(),
      parts.channels.tidy(),
      parts.streams.tidy(),
    ]).catch((error: unknown) => parts.log.error({ err: error }, 'tidying up failed'));
  });
  let closing: Promise<void> | undefined;
  let network: NetworkServers | undefined;
  let stopChecking: Undo | undefined;

  async function close(): Promise<void> {
    parts.ending.abort();
    // A holder cannot renew its lease any more: its motion is stopped while the devices are still reachable.
    parts.caller.restOnly();
    await parts.leases.stopAll();
    stopHeartbeat();
    stopDropping();
    stopTidying();
    stopChecking?.();
    parts.shares.close();
    parts.groups.close();
    const leasesClosed = parts.leases.close();
    parts.playbacks.close();
    parts.clocks.close();
    parts.hub.close();
    parts.parser.close();
    parts.links.close();
    network?.close();
    cutHandshakes();
    await server.close();
    parts.fleet.close();
    parts.caller.close();
    // A store that hangs delays neither the end of the streams nor that of the connections.
    await leasesClosed;
    await parts.store.destroy();
  }

  return {
    async listen() {
      await server.listen({ host: config.host, port: config.port });
      const { port } = server.server.address() as AddressInfo; // it listens on TCP, so this is no pipe's name
      stopChecking = parts.updates.start();
      const url = `${config.tls ? 'https' : 'http'}://${reachable(config.host)}:${port}`;
      const access = parts.network;
      if (!access) return { url, port, network: undefined };
      const route: RequestListener = (request, response) => server.routing(request, response);
      network = await listenOnNetwork(port, { config, access, webSocketPath: DEVICE_LINK_PATH, route });
      access.setOrigins(network.origins);
      return { url, port, network: access };
    },
    close: () => {
      closing ??= close();
      return closing;
    },
    link: (device) => parts.devices.add(device),
    inject: (request) => server.inject(request),
  };
}

async function mount(server: FastifyInstance, parts: CloudParts): Promise<void> {
  server.setNotFoundHandler(() => {
    throw notFound('There is nothing here');
  });
  mountObservability(server, parts);
  mountApiDocs(server, parts.config);
  await server.register(
    inScope((api) => mountDeviceApi(api, parts)),
    { prefix: DEVICE_API_PREFIX },
  );
  await mountScriptHosts(server, parts);
  await server.register(
    inScope((api) => mountTactusApi(api, parts)),
    { prefix: '/api/tactus' },
  );
  await server.register(
    inScope((api) => mountControl(api, parts)),
    { prefix: '/_control' },
  );
  await server.register(inScope((app) => serveWebApp(app, parts)));
  await server.ready();
}

/** A part of the server with hooks and handlers of its own. */
const inScope =
  (fill: (scope: FastifyInstance) => void | Promise<void>): FastifyPluginAsync =>
  async (scope) =>
    fill(scope);

/** The host by which this machine reaches a listening address: loopback for "everywhere"; IPv6 stands in brackets. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
