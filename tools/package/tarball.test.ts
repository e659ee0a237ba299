import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startPostgres } from '@tactus/cloud/testing';
import { expect, onTestFinished, test } from 'vitest';
import { inRoot, ROOT } from '../root.mjs';
import { knownTargets, USUAL_TARGETS } from './native.mjs';
import { makeTarball } from './tarball.mjs';
import {
  expectUpdateBy,
  fileOfNewest,
  loadPage,
  makeRoom,
  megabytesOf,
  moveDevice,
  originOf,
  someApp,
} from './trial.ts';

/** The library that was installed for this machine. */
const HERE = knownTargets()
  .filter((target) => existsSync(inRoot('node_modules', '@libsql', target)))
  .slice(0, 1);

const isDeep = process.env['TACTUS_DEEP_PACKAGES'] !== undefined;

/** npm's own folder, beside the Node that runs. */
const NPM = join(dirname(dirname(process.execPath)), 'lib', 'node_modules', 'npm');

test('the package runs from an empty folder with Node alone: app, cloud and commands', async () => {
  await someApp();
  const out = mkdtempSync(join(tmpdir(), 'tactus-tarball-'));
  onTestFinished(() => rmSync(out, { recursive: true, force: true }));
  const tarball = await makeTarball(out, { targets: HERE, work: join(out, 'work') });

  const room = makeRoom([process.execPath]);
  execFileSync('tar', ['-xzf', tarball, '-C', room.folder]);
  const tactus = [process.execPath, room.within('package/bin/tactus.mjs')];
  const env = { PORT: '0', BROWSER: 'none', TACTUS_DATA_DIR: room.within('home/data') };
  const updates = { TACTUS_UPDATES: await fileOfNewest() };

  const server = room.start(tactus, { ...env, ...updates });
  const origin = await originOf(server);
  await loadPage(origin);
  await moveDevice(origin, (args) => room.start([...tactus, ...args]));
  await expectUpdateBy('npm install --global ./tactus-999.0.0.tgz', server);
  server.signal('SIGTERM');
  expect(await server.exit, server.output()).toBe(0);
  expect(server.output()).toContain(`data in ${env.TACTUS_DATA_DIR}`);
  expect(
    readdirSync(room.folder).filter((name) => !['package', 'home', 'tmp', 'usr', 'lib', 'lib64', 'opt'].includes(name)),
  ).toEqual([]);
  expect(megabytesOf(join(room.folder, 'package')) + megabytesOf(join(room.folder, 'home'))).toBeLessThan(60);

  // The driver of PostgreSQL is in the package too.
  const database = await (await startPostgres(onTestFinished)).makeDatabase();
  const copy = room.start([...tactus, 'store', 'copy', env.TACTUS_DATA_DIR, database]);
  expect(await copy.exit, copy.output()).toBe(0);
  const second = room.start(tactus, { ...env, TACTUS_DATABASE_URL: database });
  await loadPage(await originOf(second));
  second.signal('SIGTERM');
  expect(await second.exit, second.output()).toBe(0);

  const help = room.start([...tactus, 'help']);
  await help.exit;
  expect(help.output()).toContain("'tactus device' runs a virtual device");
  expect(help.output()).not.toContain('npm');

  // On a machine for which it has no library of the database.
  rmSync(join(room.folder, 'package', 'native', `${readdirSync(join(room.folder, 'package', 'native'))[0]}`));
  const elsewhere = room.start(tactus, env);
  expect(await elsewhere.exit).toBe(1);
  expect(elsewhere.output()).toMatch(
    /does not run on \S+\. Make one for it in a clone: npm run package -- --targets \S+\n$/,
  );

  for (const name of readdirSync(join(room.folder, 'package', 'lib')))
    expect(readFileSync(join(room.folder, 'package', 'lib', name), 'utf8')).not.toContain(ROOT);
});

test.runIf(isDeep)('npx runs the whole package without a network, in an empty root with Node alone', async () => {
  await someApp();
  const out = mkdtempSync(join(tmpdir(), 'tactus-npx-'));
  onTestFinished(() => rmSync(out, { recursive: true, force: true }));
  const tarball = await makeTarball(out, { targets: USUAL_TARGETS, work: join(out, 'work') });

  const room = makeRoom([process.execPath, '/bin/sh', '/usr/bin/env'], [NPM]);
  copyFileSync(tarball, join(room.folder, 'tactus.tgz'));
  const before = megabytesOf(room.folder);
  const npx = [process.execPath, join(NPM, 'bin', 'npx-cli.js'), '--yes', '--offline', './tactus.tgz'];

  const updates = await fileOfNewest();
  const startedAt = performance.now();
  const server = room.start(npx, { PORT: '0', BROWSER: 'none', TACTUS_UPDATES: updates });
  const origin = await originOf(server);
  await loadPage(origin);
  const seconds = (performance.now() - startedAt) / 1000;
  await moveDevice(origin, (args) => room.start([...npx, ...args]));
  await expectUpdateBy('npx ./tactus-999.0.0.tgz', server);
  const megabytes = megabytesOf(room.folder) - before;
  console.log(`npx: ${seconds.toFixed(1)} s to the page, ${megabytes.toFixed(0)} MB besides Node`);
  expect(seconds).toBeLessThan(10);
  expect(megabytes).toBeLessThan(60);
  expect(existsSync(join(room.folder, 'home', '.local', 'share', 'tactus', 'tactus.db'))).toBe(true);
});
