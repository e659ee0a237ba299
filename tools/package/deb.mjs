/** `tactus_VERSION_ARCHITECTURE.deb`: the package for Debian and its kin, with the Node that makes it. */
import { chmodSync, copyFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { run } from '../processes.mjs';
import { inRoot } from '../root.mjs';
import { makeContents, VERSION } from './contents.mjs';
import { copyNode } from './node-program.mjs';

const BUILD_TIMEOUT_MS = 5 * 60_000;
const ARCHITECTURES = /** @type {Record<string, string>} */ ({ x64: 'amd64', arm64: 'arm64' });
const SOURCES = inRoot('tools', 'package', 'debian');
const CONTROL = ['postinst', 'prerm', 'postrm'];
const ICONS = {
  'icon-192.png': '192x192/apps/tactus.png',
  'icon.png': '512x512/apps/tactus.png',
  'favicon.svg': 'scalable/apps/tactus.svg',
};

/**
 * Makes the package in a folder; returns its path.
 * @param {string} out
 * @param {string} work a folder for what is packed
 */
export async function makeDeb(out, work) {
  await layOut(work);
  return packDeb(out, { work });
}

/**
 * Lays the package out, as it is installed.
 * @param {string} work
 */
export async function layOut(work) {
  const inWork = (/** @type {string} */ path) => join(work, path);
  await makeContents(inWork('usr/lib/tactus'), {
    kind: 'deb',
    targets: [`linux-${process.arch}-gnu`],
    isCompressed: false,
  });
  await copyNode(inWork('usr/lib/tactus/node'));
  copy('tactus', inWork('usr/bin/tactus'), 0o755);
  copy('open', inWork('usr/lib/tactus/open'), 0o755);
  copy('tactus.service', inWork('usr/lib/systemd/user/tactus.service'));
  copy('tactus.desktop', inWork('usr/share/applications/tactus.desktop'));
  const icons = Object.entries(ICONS);
  for (const [icon, path] of icons) copy(inRoot('apps/web/public', icon), inWork(`usr/share/icons/hicolor/${path}`));
  for (const name of CONTROL) copy(name, inWork(`DEBIAN/${name}`), 0o755);
  for (const [name, as] of [
    ['README.md', 'README.md'],
    ['LICENSE', 'copyright'],
  ]) {
    mkdirSync(inWork('usr/share/doc/tactus'), { recursive: true });
    renameSync(inWork(`usr/lib/tactus/${name}`), inWork(`usr/share/doc/tactus/${as}`));
  }
}

/**
 * Packs what is laid out; returns the path of the package.
 * @param {string} out
 * @param {{ work: string, version?: string, compression?: readonly string[] }} options
 */
export async function packDeb(out, { work, version = VERSION, compression = ['-Zxz'] }) {
  const architecture = ARCHITECTURES[process.arch] ?? process.arch;
  const size = await kilobytesOf(join(work, 'usr'));
  writeFileSync(join(work, 'DEBIAN', 'control'), control({ version, architecture, size }));
  const file = join(out, `tactus_${version}_${architecture}.deb`);
  await must('dpkg-deb', ['--build', '--root-owner-group', ...compression, work, file]);
  return file;
}

/** @param {{ version: string, architecture: string, size: number }} options */
function control({ version, architecture, size }) {
  return `Package: tactus
Version: ${version}
Architecture: ${architecture}
Maintainer: The Tactus authors <tactus@localhost>
Installed-Size: ${size}
Depends: libc6 (>= 2.28), libgcc-s1, libstdc++6
Recommends: systemd, xdg-utils
Section: utils
Priority: optional
Description: app, cloud and command line for connected devices
 Tactus links connected stroking and vibration devices, controls them through a
 cloud that runs on this machine, and shows what they do in the browser. It
 brings the Node that it runs on.
`;
}

/**
 * @param {string} from a path, or a file of the folder debian
 * @param {string} to
 * @param {number} mode
 */
function copy(from, to, mode = 0o644) {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(join(isAbsolute(from) ? '' : SOURCES, from), to);
  chmodSync(to, mode);
}

/** @param {string} folder */
async function kilobytesOf(folder) {
  return Number.parseInt(await must('du', ['-sk', folder]), 10);
}

/**
 * @param {string} command
 * @param {string[]} args
 */
async function must(command, args) {
  const { code, output } = await run(command, args, { timeoutMs: BUILD_TIMEOUT_MS, collect: true });
  if (code !== 0) throw new Error(`${command} failed.\n${output.trim()}`);
  return output;
}
