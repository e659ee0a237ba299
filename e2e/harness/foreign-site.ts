import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A foreign site on another port: its page is empty, and runs the code of the test. */
export interface ForeignSite {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves one empty page on a free port of this machine. */
export async function startForeignSite(): Promise<ForeignSite> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end('<!doctype html><html lang="en"><title>Elsewhere</title><body></body></html>');
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP, so this is no pipe's name
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
