import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What this program was started from: a clone, or a package of `npm run package`. */
export type ProgramSource = 'clone' | 'npm' | 'executable' | 'deb' | 'container';

/** The program as it is installed. */
export interface InstalledProgram {
  readonly version: string;
  readonly source: ProgramSource;
  /** Where its manifest is. */
  readonly folder: string;
}

/** The packages, as their manifests name them in `tactus.package` (tools/package/contents.mjs). */
const PACKAGES = ['npm', 'executable', 'deb', 'container'] as const;

/** Reads the manifest of the repository or of the package, which is laid out as the repository. */
export function readInstalledProgram(): InstalledProgram {
  const manifest = new URL('../../../../../package.json', import.meta.url);
  const { version, tactus } = JSON.parse(readFileSync(manifest, 'utf8')) as ProgramManifest; // our own file
  const source = PACKAGES.find((name) => name === tactus?.package) ?? 'clone';
  return { version, source, folder: fileURLToPath(new URL('.', manifest)) };
}

interface ProgramManifest {
  readonly version: string;
  readonly tactus?: { readonly package?: string };
}

const DEBIAN_ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64' };

/** npm's folder of packages that npx runs. */
const NPX = /[/\\]_npx[/\\]/;

/** The command that starts this program in the same folder, as the person typed it. */
export function startCommand(
  { version, source, folder }: InstalledProgram,
  { execPath }: Pick<NodeJS.Process, 'execPath'> = process,
): string {
  if (source === 'clone') return 'npm start';
  if (source === 'executable') return `./${basename(execPath)}`;
  return source === 'npm' && NPX.test(folder) ? `npx ./tactus-${version}.tgz` : 'tactus';
}

/** The command that installs or starts another version, for a person who has the file of that version in the current folder. */
export function updateCommand(
  { source, folder }: Pick<InstalledProgram, 'source' | 'folder'>,
  version: string,
  { arch, platform }: Pick<NodeJS.Process, 'arch' | 'platform'> = process,
): string {
  switch (source) {
    case 'clone':
      return 'git pull && npm start';
    case 'npm':
      return NPX.test(folder) ? `npx ./tactus-${version}.tgz` : `npm install --global ./tactus-${version}.tgz`;
    case 'executable':
      return `./tactus-${version}-${platform}-${arch}`;
    case 'deb':
      return `sudo apt install ./tactus_${version}_${DEBIAN_ARCHITECTURES[arch] ?? arch}.deb`;
    case 'container':
      return `podman build --format docker -t tactus tactus-${version}-container`;
  }
}
