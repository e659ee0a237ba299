import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type ProgramSource, readInstalledProgram, startCommand, updateCommand } from './installed-program.ts';

const MANIFEST = new URL('../../../../../package.json', import.meta.url);
const PC = { arch: 'x64', platform: 'linux' } as const;

test('a clone has the version of its manifest, and is updated by git', () => {
  const { version } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as { version: string };
  const program = readInstalledProgram();
  expect(program).toMatchObject({ version, source: 'clone' });
  expect(updateCommand(program, '9.0.0')).toBe('git pull && npm start');
});

test.each<readonly [ProgramSource, string, string]>([
  ['npm', '/home/a/.npm/_npx/1f/node_modules/tactus/', 'npx ./tactus-9.0.0.tgz'],
  ['npm', '/usr/lib/node_modules/tactus/', 'npm install --global ./tactus-9.0.0.tgz'],
  ['executable', '/home/a/.local/share/tactus/program/version-1/', './tactus-9.0.0-linux-x64'],
  ['deb', '/usr/lib/tactus/', 'sudo apt install ./tactus_9.0.0_amd64.deb'],
  ['container', '/usr/lib/tactus/', 'podman build --format docker -t tactus tactus-9.0.0-container'],
])('a program that came as %s in %s is updated by its own command', (source, folder, command) => {
  expect(updateCommand({ source, folder }, '9.0.0', PC)).toBe(command);
});

test.each<readonly [ProgramSource, string, string]>([
  ['clone', '/home/a/tactus/', 'npm start'],
  ['npm', '/home/a/.npm/_npx/1f/node_modules/tactus/', 'npx ./tactus-1.0.0.tgz'],
  ['npm', '/usr/lib/node_modules/tactus/', 'tactus'],
  ['executable', '/home/a/.local/share/tactus/program/version-1/', './tactus-1.0.0-linux-x64'],
  ['deb', '/usr/lib/tactus/', 'tactus'],
])('a program that came as %s in %s is started by its own command', (source, folder, command) => {
  const execPath = '/home/a/Downloads/tactus-1.0.0-linux-x64';
  expect(startCommand({ version: '1.0.0', source, folder }, { execPath })).toBe(command);
});

test('the file of another processor has its name', () => {
  const arm = { arch: 'arm64', platform: 'linux' } as const;
  expect(updateCommand({ source: 'deb', folder: '/' }, '9.0.0', arm)).toContain('tactus_9.0.0_arm64.deb');
});
