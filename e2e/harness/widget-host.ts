import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../widget-host', import.meta.url));
const FILES: Readonly<Record<string, string>> = {
  '/index.html': 'text/html; charset=utf-8',
  '/host.js': 'text/javascript',
};

/** A foreign site that embeds the widget. */
export interface WidgetHost {
  readonly url: string;
  close(): Promise<void>;
}

/** The code that docs/widget.md shows, for the Tactus at `site`. */
export const widgetCode = (site: string): string =>
  `<script src="${site}/widget.js" async></script>\n<tactus-widget theme="light" accent="#1e6bd6"></tactus-widget>`;

/** Such a site, with the code of the widget on its page; another name of this machine, another port. */
export async function startWidgetHost(code: string): Promise<WidgetHost> {
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '');
    const type = FILES[path];
    // Browsers request an icon by themselves: the answer is empty.
    response.writeHead(type === undefined ? 204 : 200, { 'content-type': type ?? 'text/plain' });
    response.end(type === undefined ? '' : readFileSync(`${FOLDER}${path}`, 'utf8').replace('<!-- THE CODE -->', code));
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
