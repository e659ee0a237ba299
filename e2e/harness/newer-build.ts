import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WEB_ROOT } from './tactus.ts';

/** A copy of the built app, which can become a newer build of it in place. */
export interface RenewableBuild {
  readonly folder: string;
  /** Replaces the build by one whose files all have other hashes, as after a change of a common import. */
  renew(): void;
  remove(): void;
}

const FILE_NAME = /[\w.-]+\.(?:js|css|woff2)\b/g;
const TEXT = /\.(js|css)$/;
const newName = (name: string) => name.replace(/\.\w+$/, '-newer$&');

/** Copies the built app into a folder of its own. */
export function copyOfBuild(): RenewableBuild {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-renewed-'));
  // The compressed copies would still have the content of the older build.
  cpSync(WEB_ROOT, folder, { recursive: true, filter: (file) => !/\.(br|gz)$/.test(file) });
  return {
    folder,
    renew() {
      const assets = join(folder, 'assets');
      const worker = join(folder, 'service-worker.js');
      const files = readdirSync(assets, { withFileTypes: true }).filter((entry) => entry.isFile());
      // Every lazy script contains the name of the first one, and vice versa.
      const names = new Set(files.map(({ name }) => name));
      const renewed = (text: string) => text.replace(FILE_NAME, (name) => (names.has(name) ? newName(name) : name));
      const texts = [...names].filter((name) => TEXT.test(name)).map((name) => join(assets, name));
      for (const file of [join(folder, 'index.html'), worker, ...texts])
        writeFileSync(file, renewed(readFileSync(file, 'utf8')));
      writeFileSync(worker, readFileSync(worker, 'utf8').replace(/(version:[`"'])\w+/, '$1newer0000000'));
      for (const name of names) renameSync(join(assets, name), join(assets, newName(name)));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
