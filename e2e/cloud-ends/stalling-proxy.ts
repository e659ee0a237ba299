import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy before a cloud, which can leave its connections half open. */
export interface StallingProxy {
  readonly url: string;
  /** From now on no data pass on the present connections, which stay open towards the browser whatever the cloud does. */
  stall(): void;
  close(): void;
}

/** Starts one before a port of this machine. */
export async function openStallingProxy(cloudUrl: string): Promise<StallingProxy> {
  const { port: target } = new URL(cloudUrl);
  const pairs = new Map<Socket, { readonly far: Socket; isStalled: boolean }>();
  const server = createServer((near) => {
    const pair = { far: connect({ port: Number(target), host: 'localhost' }), isStalled: false };
    pairs.set(near, pair);
    near.on('data', (chunk) => pair.isStalled || pair.far.write(chunk));
    pair.far.on('data', (chunk) => pair.isStalled || near.write(chunk));
    pair.far.on('close', () => pair.isStalled || near.destroySoon());
    pair.far.on('error', () => pair.far.destroy());
    near.on('error', () => near.destroy());
    near.on('close', () => {
      pairs.delete(near);
      pair.far.destroy();
    });
  }).listen(0, 'localhost');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`, // it listens on TCP, so this is no pipe's name
    stall() {
      for (const pair of pairs.values()) pair.isStalled = true;
    },
    close() {
      server.close();
      for (const near of pairs.keys()) near.destroy();
    },
  };
}
