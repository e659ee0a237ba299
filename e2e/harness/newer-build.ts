import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WEB_ROOT } from './tactus.ts';

/** A copy of the built app, which can become a newer build of it in place. */
export interface RenewableBuild {
  readonly folder: string;
  /** Replaces the build by one whose first script has another hash, as any change of the sources gives it. */
  renew(): void;
  remove(): void;
}

/** Copies the built app into a folder of its own. */
export function copyOfBuild(): RenewableBuild {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-renewed-'));
  // The packed twins of the files would go on saying what the older build says.
  cpSync(WEB_ROOT, folder, { recursive: true, filter: (file) => !/\.(br|gz)$/.test(file) });
  return {
    folder,
    renew() {
      const assets = join(folder, 'assets');
      const index = join(folder, 'index.html');
      const [, old = ''] = /\/assets\/(index-[\w-]+)\.js/.exec(readFileSync(index, 'utf8')) ?? [];
      if (old === '') throw new Error('The built page does not name its first script');
      const worker = join(folder, 'service-worker.js');
      const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
      for (const file of [index, worker, ...scripts.map((name) => join(assets, name))]) {
        const text = readFileSync(file, 'utf8');
        if (text.includes(old)) writeFileSync(file, text.replaceAll(old, 'index-newer000'));
      }
      writeFileSync(worker, readFileSync(worker, 'utf8').replace(/(version:[`"'])\w+/, '$1newer0000000'));
      renameSync(join(assets, `${old}.js`), join(assets, 'index-newer000.js'));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
