import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { layOutContainer } from './container.mjs';
import { expectUpdateBy, fileOfNewest, loadPage, originOf, someApp, watch } from './trial.ts';

const isDeep = process.env['TACTUS_DEEP_PACKAGES'] !== undefined;
const hasBuildah = spawnSync('buildah', ['--version']).status === 0;
const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

/** Of a range that no service has; in the container the port is known from outside. */
const PORT = 21_000 + (process.pid % 10_000);

/** What a Containerfile says, as far as ours says it: the instructions with their arguments. */
function instructionsOf(file: string): (readonly [name: string, rest: string])[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => [line.split(' ')[0] ?? '', line.replace(/^\S+ /, '')]);
}

/** Does what the Containerfile copies, into a folder. */
function copyAsSaid(context: string, root: string): void {
  for (const [name, rest] of instructionsOf(join(context, 'Containerfile'))) {
    if (name !== 'COPY') continue;
    const [from = '', to = ''] = rest.replace(/^--\S+ /, '').split(' ');
    mkdirSync(join(root, to), { recursive: true });
    cpSync(join(context, from), join(root, to), { recursive: true, force: true });
    const [, owner] = /--chown=(\S+)/.exec(rest) ?? [];
    if (owner) execFileSync('chown', ['-R', owner, join(root, to)]);
  }
}

const partsOf = (rest: string): string[] => JSON.parse(rest.slice(rest.indexOf('['))) as string[];

test.runIf(isDeep && isRoot)(
  'the image runs as nobody on a read-only system, writes to its volume alone, and says that it is well',
  async () => {
    await someApp();
    const work = mkdtempSync(join(tmpdir(), 'tactus-container-'));
    onTestFinished(() => rmSync(work, { recursive: true, force: true }));
    await layOutContainer(join(work, 'context'));
    const root = join(work, 'root');
    mkdirSync(root);
    copyAsSaid(join(work, 'context'), root);

    const instructions = instructionsOf(join(work, 'context', 'Containerfile'));
    const saidBy = (name: string) => instructions.filter(([each]) => each === name).map(([, rest]) => rest);
    const env = Object.fromEntries(saidBy('ENV').map((each) => each.split('=')));
    const [user = ''] = saidBy('USER');
    const [volume = ''] = saidBy('VOLUME');
    const readOnly = `mount --bind ${root} ${root} && mount --bind ${root}${volume} ${root}${volume} && mount -o remount,bind,ro ${root} && exec chroot --userspec=${user} ${root} "$@"`;
    const newest = await fileOfNewest();
    const start = (command: readonly string[]) =>
      watch(
        spawn('unshare', ['--mount', 'sh', '-c', readOnly, 'sh', ...command], {
          env: { PATH: process.env['PATH'], ...env, PORT: String(PORT), TACTUS_UPDATES: newest },
          stdio: ['ignore', 'pipe', 'pipe'],
          detached: true,
        }),
      );
    const writing = start(['/usr/lib/tactus/node', '-e', "require('node:fs').writeFileSync('/usr/file', '')"]);
    expect(await writing.exit).not.toBe(0);
    expect(writing.output()).toContain('EROFS');
    const server = start(partsOf(saidBy('ENTRYPOINT')[0] ?? ''));
    await loadPage(await originOf(server));
    const healthy = start(partsOf(saidBy('HEALTHCHECK')[0] ?? ''));
    expect(await healthy.exit, healthy.output()).toBe(0);
    await expectUpdateBy('podman build --format docker -t tactus tactus-999.0.0-container', server);
    server.signal('SIGTERM');
    expect(await server.exit, server.output()).toBe(0);
    expect(existsSync(join(root, volume, 'tactus.db'))).toBe(true);
    const ill = start(partsOf(saidBy('HEALTHCHECK')[0] ?? ''));
    expect(await ill.exit).toBe(1);
  },
);

test.runIf(isDeep && isRoot && hasBuildah)('buildah makes the image of these files alone, and runs it', async () => {
  await someApp();
  const work = mkdtempSync(join(tmpdir(), 'tactus-buildah-'));
  onTestFinished(() => rmSync(work, { recursive: true, force: true }));
  const context = join(work, 'context');
  await layOutContainer(context);
  const places = ['--storage-driver', 'vfs', '--root', join(work, 'store'), '--runroot', join(work, 'run')];
  const buildah = (...args: string[]) => execFileSync('buildah', [...places, ...args], { encoding: 'utf8' }).trim();
  buildah('build', '--isolation', 'chroot', '--format', 'docker', '--pull=never', '--tag', 'tactus', context);
  const container = buildah('from', '--pull-never', 'tactus');

  const [entry = ''] = instructionsOf(join(context, 'Containerfile'))
    .filter(([name]) => name === 'ENTRYPOINT')
    .map(([, rest]) => rest);
  const env = ['--env', `PORT=${PORT}`];
  const server = watch(
    spawn('buildah', [...places, 'run', '--isolation', 'chroot', ...env, container, '--', ...partsOf(entry)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    }),
  );
  await loadPage(await originOf(server));
  expect(server.output()).toContain('data in /data');
  server.signal('SIGTERM');
  await server.exit;
});
