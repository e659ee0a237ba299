import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { VERSION } from './contents.mjs';
import { makeSingle } from './single.mjs';
import {
  expectUpdateBy,
  fileOfNewest,
  librariesOf,
  loadPage,
  makeRoom,
  megabytesOf,
  moveDevice,
  originOf,
  someApp,
} from './trial.ts';

const isDeep = process.env['TACTUS_DEEP_PACKAGES'] !== undefined;

test.runIf(isDeep && process.platform === 'linux')(
  'the single executable runs in an empty root without Node, and later starts find the same data',
  async () => {
    await someApp();
    const out = mkdtempSync(join(tmpdir(), 'tactus-single-'));
    onTestFinished(() => rmSync(out, { recursive: true, force: true }));
    const made = await makeSingle(out, join(out, 'work'));
    expect(statSync(made).size / 1e6).toBeLessThan(160);

    const room = makeRoom([], librariesOf(made));
    copyFileSync(made, join(room.folder, 'tactus'));
    const node = statSync(process.execPath).size / 2 ** 20;
    const tactus = [room.within('tactus')];
    const startedAt = performance.now();
    const first = room.start(tactus, { PORT: '0' });
    const origin = await originOf(first);
    await loadPage(origin);
    const seconds = (performance.now() - startedAt) / 1000;
    await moveDevice(origin, (args) => room.start([...tactus, ...args]));
    first.signal('SIGTERM');
    expect(await first.exit, first.output()).toBe(0);
    const megabytes = megabytesOf(join(room.folder, 'tactus')) + megabytesOf(join(room.folder, 'home')) - node;
    console.log(`single: ${seconds.toFixed(1)} s to the page, ${megabytes.toFixed(0)} MB besides Node`);
    expect(seconds).toBeLessThan(10);
    expect(megabytes).toBeLessThan(60);

    const second = room.start(tactus, { PORT: '0', TACTUS_UPDATES: await fileOfNewest() });
    await loadPage(await originOf(second));
    await expectUpdateBy(`./${basename(made).replace(VERSION, '999.0.0')}`, second);
    second.signal('SIGTERM');
    expect(await second.exit, second.output()).toBe(0);
    expect(existsSync(join(room.folder, 'home/.local/share/tactus/tactus.db'))).toBe(true);
    expect(readdirSync(join(room.folder, 'home/.local/share/tactus/program')).length).toBe(2);
  },
);
