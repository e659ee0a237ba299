/** Command lines that stand in somebody's notes and scripts since an earlier build: they still do what they did. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runDevice, runTactus } from '../cli/run-tactus.ts';
import { startCloud } from '../cloud/running-cloud.ts';
import { makeKey } from '../link/linked-device.ts';
import { FROZEN, frozenJson, frozenPath } from './frozen.ts';

interface Line {
  readonly line: readonly string[];
  /** A regular expression that one of its outputs fits. */
  readonly says: string;
}

interface Lines {
  readonly npm: readonly string[];
  readonly tactus: readonly Line[];
  readonly 'tactus-device': readonly Line[];
}

describe.each(FROZEN)('a command line of %s', (build) => {
  const lines = frozenJson<Lines>(build, 'command-lines.json');

  test('of npm is there', () => {
    const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining([...lines.npm]));
  });

  test('of tactus does what it did', async () => {
    const { url } = await startCloud({ apiKeys: ['club-app', 'tactus-cli'] });
    const folder = mkdtempSync(join(tmpdir(), 'tactus-lines-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const script = join(folder, 'short.funscript');
    copyFileSync(frozenPath(build, 'short.funscript'), script);
    for (const { line, says } of lines.tactus) {
      const args = line.map((word) =>
        word
          .replace('CLOUD', url)
          .replace(/^KEY$/, 'DemoHandy1')
          .replace('SCRIPT', script)
          .replace(/^OUT/, join(folder, 'OUT')),
      );
      const run = runTactus(args, { TACTUS_API: url, TACTUS_KEY: 'DemoHandy1' });
      expect([line, await run.exit]).toEqual([line, 0]);
      expect(run.out() + run.err()).toMatch(new RegExp(says, 'm'));
    }
  });

  test('of tactus-device does what it did', async () => {
    const cloud = await startCloud();
    const { connectionKey, secret } = await makeKey(cloud);
    for (const { line, says } of lines['tactus-device']) {
      const args = line.map((word) =>
        word
          .replace('CLOUD', cloud.url)
          .replace(/^KEY$/, connectionKey)
          .replace(/^SECRET$/, secret),
      );
      const run = runDevice(args);
      await expect.poll(run.out).toMatch(new RegExp(says, 'm'));
      // The help ends by itself.
      if (!line.includes('--help')) run.child.kill('SIGINT');
      expect([line, await run.exit]).toEqual([line, 0]);
    }
  });
});
