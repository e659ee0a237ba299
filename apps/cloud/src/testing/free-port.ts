import { type AddressInfo, createServer } from 'node:net';

/** Finds a port of 127.0.0.1 on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP, so this is no pipe's name
  await new Promise((resolve) => server.close(resolve));
  return port;
}
