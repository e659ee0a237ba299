/** The packed SDK as other people have it: installed by npm into an empty folder far from this repository. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const run = promisify(execFile);
const PACK_TIMEOUT_MS = 120_000;

export interface PackedSdk {
  /** The folder of a program that may import `@tactus/sdk`. */
  readonly folder: string;
  /** Runs Node in it; resolves with the output. Rejects with the error output. */
  node(args: readonly string[]): Promise<string>;
  remove(): void;
}

/** Packs and installs it; needs no network. */
export async function installPackedSdk(): Promise<PackedSdk> {
  const place = mkdtempSync(join(tmpdir(), 'tactus-sdk-'));
  await run(process.execPath, [join(ROOT, 'tools', 'pack-sdk.mjs'), '--install', place], { timeout: PACK_TIMEOUT_MS });
  const folder = join(place, 'program');
  return {
    folder,
    async node(args) {
      const { stdout } = await run(process.execPath, [...args], { cwd: folder, timeout: 60_000 });
      return stdout;
    },
    remove: () => rmSync(place, { recursive: true, force: true }),
  };
}

/** Programs of the package's README, in order. */
export function programsOfReadme(language: 'js' | 'html'): string[] {
  const readme = readFileSync(join(ROOT, 'packages', 'sdk', 'README.md'), 'utf8');
  return [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, found, text = '']) =>
    found === language ? [text] : [],
  );
}
