import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../widget-host', import.meta.url));
const FILES: Readonly<Record<string, string>> = {
  '/index.html': 'text/html; charset=utf-8',
  '/host.js': 'text/javascript',
};

/** The site of somebody else that shows the widget of the Tactus at `site`; another name of this machine, another port. */
export async function startWidgetHost(site: string): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '');
    const type = FILES[path];
    // A browser asks for an icon by itself: nothing is an answer.
    response.writeHead(type === undefined ? 204 : 200, { 'content-type': type ?? 'text/plain' });
    response.end(type === undefined ? '' : readFileSync(`${FOLDER}${path}`, 'utf8').replaceAll('SITE', site));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP, so this is no pipe's name
  return {
    url: `http://localhost:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
