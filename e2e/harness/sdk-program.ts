import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The folder of a third-party program, with the packed SDK installed. */
export interface SdkProgram {
  readonly folder: string;
  remove(): void;
}

/** Packs the SDK and installs the tarball into an empty folder, as the README of the package says. */
export async function installSdk(): Promise<SdkProgram> {
  const place = mkdtempSync(join(tmpdir(), 'tactus-sdk-program-'));
  const tool = join(ROOT, 'tools', 'pack-sdk.mjs');
  await promisify(execFile)(process.execPath, [tool, '--install', place], { timeout: 240_000 });
  return { folder: join(place, 'program'), remove: () => rmSync(place, { recursive: true, force: true }) };
}

/** Serves a page and the scripts beside it in a folder, as any static host would. */
export async function servePage(page: string, folder: string): Promise<{ readonly url: string; close(): void }> {
  const server = createServer(({ url = '/' }, response) => {
    const isPage = url === '/';
    const isScript = /^\/node_modules\/[@\w./-]+\.js$/.test(url) && !url.includes('..');
    if (!isPage && !isScript) return void response.writeHead(url === '/favicon.ico' ? 204 : 404).end();
    response.writeHead(200, { 'content-type': isPage ? 'text/html; charset=utf-8' : 'text/javascript; charset=utf-8' });
    response.end(isPage ? page : readFileSync(join(folder, url)));
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, // it listens on TCP, so this is no pipe's name
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
