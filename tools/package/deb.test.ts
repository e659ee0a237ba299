import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { VERSION } from './contents.mjs';
import { layOut, packDeb } from './deb.mjs';
import {
  expectUpdateBy,
  fileOfNewest,
  librariesOf,
  loadPage,
  makeRoom,
  moveDevice,
  originOf,
  type Room,
  someApp,
} from './trial.ts';

const isDeep = process.env['TACTUS_DEEP_PACKAGES'] !== undefined;
const hasDpkg = process.getuid?.() === 0 && spawnSync('dpkg-deb', ['--version']).status === 0;

const UNIT = 'usr/lib/systemd/user/tactus.service';

/** Packages of the system on which ours depends, as dpkg notes them. */
const BASE = ['libc6', 'libgcc-s1', 'libstdc++6'];
const STATUS = BASE.map(
  (name) =>
    `Package: ${name}\nStatus: install ok installed\nVersion: 99\nArchitecture: amd64\nMaintainer: x\nDescription: x\n`,
);

/** What dpkg itself needs in an empty root. */
function prepareForDpkg({ folder }: Room): void {
  for (const name of ['info', 'updates', 'triggers'])
    mkdirSync(join(folder, 'var/lib/dpkg', name), { recursive: true });
  writeFileSync(join(folder, 'var/lib/dpkg/status'), `${STATUS.join('\n')}\n`);
  for (const name of BASE) writeFileSync(join(folder, 'var/lib/dpkg/info', `${name}.list`), '');
}

/** What systemd says of the unit, where it is on this machine; it needs the program in its place, and a folder of its own. */
function complaintsOfSystemd(work: string, folder: string): string {
  const unit = join(folder, 'tactus.service');
  const text = readFileSync(join(work, UNIT), 'utf8');
  writeFileSync(unit, text.replace('ExecStart=', `ExecStart=${work}`));
  const env = { ...process.env, XDG_RUNTIME_DIR: folder };
  const check = spawnSync('systemd-analyze', ['--user', 'verify', '--man=no', unit], { encoding: 'utf8', env });
  return check.error ? '' : check.stderr;
}

/** Starts the server as its unit does. */
function startByUnit(room: Room, env: Readonly<Record<string, string>> = {}) {
  const unit = readFileSync(join(room.folder, UNIT), 'utf8');
  const [, command = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
  return room.start(command.split(' '), { PORT: '0', ...env });
}

test.runIf(isDeep && hasDpkg)(
  'the package for Debian is installed, runs, is updated with its data, and is removed',
  async () => {
    await someApp();
    const out = mkdtempSync(join(tmpdir(), 'tactus-deb-'));
    onTestFinished(() => rmSync(out, { recursive: true, force: true }));
    const work = join(out, 'work');
    await layOut(work);
    const quick = ['-Zgzip', '-z1'];
    const older = await packDeb(out, { work, version: '0.0.1', compression: quick });
    const newer = await packDeb(out, { work, compression: quick });
    expect(complaintsOfSystemd(work, out)).toEqual('');

    const room = makeRoom(['/bin/sh', '/bin/rm'], librariesOf(process.execPath));
    prepareForDpkg(room);
    const dpkg = (...args: string[]) => execFileSync('dpkg', ['--root', room.folder, ...args], { encoding: 'utf8' });
    dpkg('--install', older);

    const startedAt = performance.now();
    const first = startByUnit(room);
    const origin = await originOf(first);
    await loadPage(origin);
    console.log(`deb: ${((performance.now() - startedAt) / 1000).toFixed(1)} s to the page`);
    await moveDevice(origin, (args) => room.start(['/usr/bin/tactus', ...args]));
    const made = room.start(['/usr/bin/tactus', 'device', '--new', '--url', origin]);
    await expect.poll(made.output).toMatch(/secret\s+\S+/);
    const [, key = ''] = /connection key\s+(\S+)/.exec(made.output()) ?? [];
    const [, secret = ''] = /secret\s+(\S+)/.exec(made.output()) ?? [];
    made.signal('SIGINT');
    await made.exit;
    first.signal('SIGTERM');
    expect(await first.exit, first.output()).toBe(0);

    expect(dpkg('--install', newer)).toContain('until it is started again');
    const second = startByUnit(room, { TACTUS_UPDATES: await fileOfNewest() });
    const again = room.start([
      '/usr/bin/tactus',
      'device',
      '--key',
      key,
      '--secret',
      secret,
      '--url',
      await originOf(second),
    ]);
    await expect.poll(again.output).not.toBe('');
    expect(again.output()).not.toContain('refused');
    again.signal('SIGINT');
    expect(await again.exit, again.output()).toBe(0);
    await expectUpdateBy(`sudo apt install ./${basename(newer).replace(VERSION, '999.0.0')}`, second);
    second.signal('SIGTERM');
    expect(await second.exit, second.output()).toBe(0);

    expect(dpkg('--remove', 'tactus')).toContain('Its data remains in ~/.local/share/tactus');
    expect(existsSync(join(room.folder, 'home/.local/share/tactus/tactus.db'))).toBe(true);
    rmSync(join(room.folder, 'home', '.local'), { recursive: true });
    const left = readdirSync(room.folder, { recursive: true, encoding: 'utf8' }).filter(
      (path) => !path.startsWith('var/lib/dpkg'),
    );
    expect(left.filter((path) => path.includes('tactus'))).toEqual([]);
  },
);
