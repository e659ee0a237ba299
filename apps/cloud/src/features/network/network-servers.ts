import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { systemTime } from '@tactus/time';
import ipaddr from 'ipaddr.js';
import type { CloudConfig } from '../../config/config.ts';
import { dropDeadPeers } from '../../http/dead-peers.ts';
import { transportOf } from '../../http/server.ts';
import { trackHandshakes } from '../../http/unfinished-handshakes.ts';
import { routeUpgrades } from '../../http/upgrades.ts';
import type { NetworkAccess } from './network-access.ts';

const requests = new WeakSet<IncomingMessage>();

/** Whether a request came in at an address of the local network. */
export const isFromNetwork = (request: IncomingMessage): boolean => requests.has(request);

/** The servers at addresses of the local network. */
export interface NetworkServers {
  /** The origins of the servers, such as `http://192.168.1.5:8787`. */
  readonly origins: readonly string[];
  /** Ends the servers with all their connections. */
  close(): void;
}

interface Options {
  readonly config: CloudConfig;
  readonly access: NetworkAccess;
  readonly webSocketPath: string;
  /** Answers requests that have the cookie. */
  readonly route: RequestListener;
}

/**
 * Listens on a port of the configured addresses, or of all that the machine has in local networks. Rejects with the system's own error
 * where a configured address cannot be listened on.
 */
export async function listenOnNetwork(
  port: number,
  { config, access, webSocketPath, route }: Options,
): Promise<NetworkServers> {
  const closes: (() => void)[] = [];
  const routeAdmitted: RequestListener = (request, response) => {
    if (!access.admit(request, response)) return;
    requests.add(request);
    route(request, response);
  };

  async function listenAt(address: string): Promise<string> {
    const transport = transportOf(config, webSocketPath);
    const server = config.tls
      ? createHttpsServer(transport, routeAdmitted)
      : createHttpServer(transport, routeAdmitted);
    routeUpgrades(server, routeAdmitted);
    const stopDropping = dropDeadPeers(server, systemTime);
    const cutHandshakes = trackHandshakes(server);
    closes.push(() => {
      stopDropping();
      cutHandshakes();
      server.close();
      server.closeAllConnections();
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, address, () => resolve());
    });
    const { port: taken } = server.address() as AddressInfo; // it listens on TCP, so this is no pipe's name
    return `${config.tls ? 'https' : 'http'}://${address}:${taken}`;
  }

  const { network = [] } = config;
  const origins =
    network === 'all'
      ? (await Promise.allSettled(localAddresses().map(listenAt))).flatMap((result) =>
          result.status === 'fulfilled' ? [result.value] : [],
        )
      : await Promise.all(network.map(listenAt)).catch((error: unknown) => {
          for (const close of closes) close();
          throw error;
        });
  return {
    origins,
    close: () => {
      for (const close of closes) close();
    },
  };
}

/** The private IPv4 addresses of this machine (RFC 1918): nothing outside its local networks reaches them. */
function localAddresses(): readonly string[] {
  const found = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  return found
    .filter(
      ({ family, internal, address }) => family === 'IPv4' && !internal && ipaddr.parse(address).range() === 'private',
    )
    .map(({ address }) => address);
}
