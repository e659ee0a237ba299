/**
 * Clients that generators make of the API document, by the commands and programs of docs/clients.md, and the rules of
 * Spectral. npm installs some 130 MB for it, so it runs in depth only: `npm run deep -- clients`.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningCloud, startCloud } from '../cloud/running-cloud.ts';

const IN_DEPTH = process.env['TACTUS_DEEP_CLIENTS'] === '1';
const PAGE = readFileSync(new URL('../../docs/clients.md', import.meta.url), 'utf8');
const SECTION = PAGE.split('\n## ').find((part) => part.startsWith('A client that is generated')) ?? '';
const SPECTRAL = '@stoplight/spectral-cli@6.16.3';
const COMPILER = {
  strict: true,
  target: 'es2023',
  module: 'nodenext',
  lib: ['es2023', 'dom', 'dom.iterable'],
  noEmit: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  types: [],
};

/** The blocks of the section in this language; commands have none. */
const blocksOf = (language: string) =>
  [...SECTION.matchAll(/```(\w*)\n([\s\S]*?)```/g)].filter(([, of]) => of === language).map(([, , text = '']) => text);

describe.runIf(IN_DEPTH)('in depth', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-clients-'));
  let running: RunningCloud;
  let close: () => Promise<void>;
  beforeAll(async () => {
    running = await startCloud({}, undefined, (atEnd) => {
      close = atEnd;
    });
  });
  afterAll(async () => {
    await close();
    rmSync(folder, { recursive: true, force: true });
  });

  const here = (text: string) => text.replaceAll('http://localhost:8787', running.url);
  const save = (name: string, text: string) => writeFileSync(join(folder, name), here(text));

  /** Runs one command in the folder; installs run no scripts of packages. */
  async function command(line: string): Promise<string> {
    const [program = '', ...args] = here(line).replace('npm install', 'npm install --ignore-scripts').split(' ');
    return (await promisify(execFile)(program, args, { cwd: folder })).stdout;
  }

  /** Runs the commands of a block; returns what the last one printed. */
  async function outputOf(block: string): Promise<string> {
    let printed = '';
    for (const line of block.trim().split('\n')) printed = await command(line);
    return printed;
  }

  test('a client of Hey API and Zod drives a device, follows its events, uploads a script, makes a group and shares a device; every answer parses', async () => {
    save('package.json', '{"type":"module"}');
    save('openapi-ts.config.mjs', blocksOf('js')[0] ?? '');
    save('hey-api.ts', blocksOf('ts')[0] ?? '');
    const printed = await outputOf(blocksOf('')[0] ?? '');
    expect(printed).toContain('first event of DemoHandy1');
    expect(printed).toMatch(/play_state: 1, velocity: 0.4[\s\S]*play_state: 0[\s\S]*play_state: 1[\s\S]*play_state: 2/);
    expect(printed).toContain('members of the group: 1');
    expect(printed).toMatch(/limits of the guest: \{[^}]*speed: 0.3[\s\S]*as a guest: \{ result/);
  });

  test('a client of openapi-typescript does the same, and the types of both fit their programs', async () => {
    save('openapi-fetch.ts', blocksOf('ts')[1] ?? '');
    expect(await outputOf(blocksOf('')[1] ?? '')).toBe('velocity 0.4\nplay_state 0\npoints 2\n');
    const files = ['hey-api.ts', 'openapi-fetch.ts'];
    save('tsconfig.json', JSON.stringify({ compilerOptions: COMPILER, files }));
    expect(await command('npx tsc -p .')).toBe('');
  });

  test('Spectral finds nothing in the document', async () => {
    save('.spectral.yaml', 'extends: ["spectral:oas"]');
    await command(`npm install ${SPECTRAL}`);
    const printed = await command('npx spectral lint http://localhost:8787/api/docs/openapi.json --fail-severity=hint');
    expect(printed).toContain('No results');
  });
});

test('the page has the programs that run in depth', () => {
  expect([blocksOf('js').length, blocksOf('ts').length, blocksOf('').length]).toEqual([1, 2, 2]);
});
