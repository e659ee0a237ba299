/** The package for other people: the tarball of `@tactus/sdk`, and the programs of its README. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCloud } from '../cloud/running-cloud.ts';
import { installPackedSdk, type PackedSdk, programsOfReadme, ROOT } from './packed-sdk.ts';

let sdk: PackedSdk;
beforeAll(async () => {
  sdk = await installPackedSdk();
});
afterAll(() => sdk?.remove());

test('the tarball holds the workspace packages as built modules with types, and depends on none of them', () => {
  const manifest = JSON.parse(readFileSync(join(sdk.folder, 'node_modules/@tactus/sdk/package.json'), 'utf8'));
  expect(Object.keys(manifest.dependencies)).toEqual(['eventsource-parser', 'nanoevents', 'zod', 'zustand']);
  expect(manifest).toMatchObject({ name: '@tactus/sdk', sideEffects: false });
  expect(manifest.private).toBeUndefined();
  const root = join(sdk.folder, 'node_modules/@tactus/sdk');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  expect(files).toEqual(
    expect.arrayContaining(['README.md', 'LICENSE', 'dist/tactus-sdk.js', 'dist/sdk/index.js', 'dist/sdk/index.d.ts']),
  );
  const built = files.filter((file) => /\.(js|ts)$/.test(file));
  expect(built.filter((file) => /\.test\./.test(file) || (file.endsWith('.ts') && !file.endsWith('.d.ts')))).toEqual(
    [],
  );
  const named = built.filter((file) => /(from|import\()\s*["']@tactus\//.test(readFileSync(join(root, file), 'utf8')));
  expect(named).toEqual([]);
});

test('the Node program of the README, at most 20 lines, connects, moves and stops a virtual device', async () => {
  const { url, ask } = await startCloud();
  const [program = ''] = programsOfReadme('js');
  expect(program.trim().split('\n').length).toBeLessThanOrEqual(20);
  expect(program).toContain('http://localhost:8787');
  writeFileSync(join(sdk.folder, 'program.js'), program.replaceAll('http://localhost:8787', url));
  const running = sdk.node(['program.js']);
  await expect
    .poll(async () => (await ask('GET /slider/state')).json, { timeout: 30_000 })
    .toMatchObject({
      result: { speed_absolute: expect.toSatisfy((speed: number) => speed > 0) },
    });
  expect(await running).toBe('confirmed\n');
  expect((await ask('GET /hamp/state')).json).toMatchObject({ result: { play_state: 0 } });
});

test('the program of the README that tests without device, network and waiting prints the expected output', async () => {
  const [, program = ''] = programsOfReadme('js');
  writeFileSync(join(sdk.folder, 'testing.js'), program);
  expect(await sdk.node(['testing.js'])).toBe('1 PUT /hamp/start\n');
});

test('the testing entry imports no test runner', async () => {
  writeFileSync(join(sdk.folder, 'door.js'), "console.log(Object.keys(await import('@tactus/sdk/testing')).join());");
  expect((await sdk.node(['door.js'])).trim().split(',')).toEqual(
    expect.arrayContaining(['createFakeTime', 'createRecordedCloud', 'createScriptedCloud', 'scriptHandy']),
  );
});

const CONSUMER = `
import { createDevice, DeviceError, type Device, type DeviceState, systemRandom, systemTime } from '@tactus/sdk';
import { createFakeTime, createRecordedCloud, type FakeTime } from '@tactus/sdk/testing';
import { createDevice as inOneFile } from '@tactus/sdk/browser';

export const time: FakeTime = createFakeTime();
export const same: typeof createDevice = inOneFile;
export const device: Device = createDevice({
  apiBase: '/api', apiKey: 'me', fetch: (url, init) => fetch(url, init), time: systemTime, random: systemRandom(),
});
export const select = (state: DeviceState): number => state.hamp.velocity;
export async function go(): Promise<boolean> {
  const hamp = await device.hamp.setVelocity(0.4);
  const { points } = await device.call('hsp.state');
  device.on('battery_changed', ({ level }) => level.toFixed(1));
  return hamp.velocity === points;
}
// @ts-expect-error a velocity is a number
export const wrong = () => device.hamp.setVelocity('fast');
// @ts-expect-error there is no such call
export const unknown = () => device.call('hamp.fly');
export const codeOf = (error: unknown) => (error instanceof DeviceError ? error.code : undefined);
export const recorded = createRecordedCloud;
`;

test.each(['nodenext', 'bundler'])(
  'a strict TypeScript program compiles against its types, modules resolved as by %s',
  async (moduleResolution) => {
    writeFileSync(join(sdk.folder, 'consumer.ts'), CONSUMER);
    const args = ['--strict', '--noEmit', '--exactOptionalPropertyTypes', '--target', 'es2023', '--lib', 'es2023,dom'];
    args.push(
      '--module',
      moduleResolution === 'bundler' ? 'esnext' : 'nodenext',
      '--moduleResolution',
      moduleResolution,
    );
    const compiled = sdk.node([join(ROOT, 'node_modules/typescript/bin/tsc'), ...args, '--types', '', 'consumer.ts']);
    expect(await compiled.catch((error: { stdout: string }) => error.stdout)).toBe('');
  },
);
