import type { LookupAddress } from 'node:dns';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, isIP } from 'node:net';
import { onTestFinished } from 'vitest';
import type { DownloadNetwork } from '../network.ts';

/**
 * A network in which names and public addresses lead to servers of the test. A connection to any other address reaches
 * the canary, a real server on 127.0.0.1, whatever its port: so a wrongly allowed address is detected.
 */
export interface FakeInternet {
  readonly network: { -readonly [K in keyof DownloadNetwork]: DownloadNetwork[K] };
  /** Every dialled address, in order. */
  readonly dialled: readonly string[];
  /** Number of requests to the canary. */
  readonly canaryHits: () => number;
  /** Names and their addresses; of several lists each look-up uses the next one, and the last for ever. */
  name(host: string, ...answers: readonly (readonly string[])[]): void;
  /** A server at a public address, with a name that leads there. */
  serve(host: string, address: string, answer: RequestListener): Promise<void>;
}

export async function createFakeInternet(): Promise<FakeInternet> {
  const names = new Map<string, (readonly string[])[]>();
  const ports = new Map<string, number>();
  const dialled: string[] = [];
  let hits = 0;
  const canary = await listen((_request, response) => {
    hits += 1;
    response.setHeader('content-type', 'text/csv').end('0,1\n100,99\n');
  });

  return {
    dialled,
    canaryHits: () => hits,
    name: (host, ...answers) => void names.set(host, [...answers]),
    async serve(host, address, answer) {
      names.set(host, [[address]]);
      ports.set(address, await listen(answer));
    },
    network: {
      async lookup(host) {
        const answers = names.get(host);
        const found = answers && answers.length > 1 ? answers.shift() : answers?.[0];
        if (!found) throw new Error(`ENOTFOUND ${host}`);
        return found.map(toLookupAddress);
      },
      connect({ addresses }) {
        const address = addresses[0]?.address ?? '';
        dialled.push(address);
        return connect({ host: '127.0.0.1', port: ports.get(address) ?? canary });
      },
    },
  };
}

const toLookupAddress = (address: string): LookupAddress => ({ address, family: isIP(address) });

async function listen(answer: RequestListener): Promise<number> {
  const server: Server = createServer(answer);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port; // it listens on TCP
}
