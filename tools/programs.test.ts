import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { forgetProgram } from './programs.mjs';
import { inRoot, ROOT } from './root.mjs';

/** A program of a test in this repository; `write` changes its text. */
function programOf(text: string) {
  mkdirSync(inRoot('.cache'), { recursive: true });
  const folder = mkdtempSync(inRoot('.cache', 'program-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'main.ts');
  const write = (other: string) => writeFileSync(file, other);
  write(text);
  const entry = relative(ROOT, file);
  onTestFinished(() => forgetProgram(entry));
  return { file, write, run: (...args: string[]) => run(entry, args) };
}

async function run(entry: string, args: readonly string[]): Promise<string> {
  const command = [inRoot('tools', 'run-program.mjs'), entry, ...args];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: ROOT, timeout: 30_000 });
  return stdout.trim();
}

test('a program runs with its present sources, also where two processes run it first', async () => {
  const program = programOf(`
    import { systemTime } from '@tactus/time';
    const now: number = systemTime.monotonic();
    console.log(typeof now, process.argv.slice(2).join('+'));
  `);
  expect(await Promise.all([program.run('a', 'b'), program.run('c')])).toEqual(['number a+b', 'number c']);
  program.write(`console.log('another');`);
  expect(await program.run()).toBe('another');
});

test('a program includes the code of its threads, with the packages of other people', async () => {
  const source = './test-worker.ts';
  const program = programOf(`
    import { Worker } from 'node:worker_threads';
    const thread = new Worker(new URL('${source}', import.meta.url));
    thread.once('message', (message) => console.log(message));
  `);
  writeFileSync(
    join(dirname(program.file), source),
    `
    import { parentPort } from 'node:worker_threads';
    import { parseScript } from '@tactus/motion';
    import { readInput, endpointOf } from '@tactus/protocol';
    const points: number = parseScript('0,0\\n9,9\\n', 'text/csv').points.length;
    parentPort?.postMessage([points, readInput(endpointOf('hamp.velocity'), {}).ok].join());
  `,
  );
  expect(await program.run()).toBe('2,false');
});

test('a program still knows the path of its source and its own', async () => {
  const program = programOf(`console.log(import.meta.url, process.argv[1], process.env['NODE_ENV']);`);
  const printed = (await program.run()).split(' ');
  expect(printed[0]).toBe(`file://${program.file}`);
  expect(printed[1]).toBe(program.file);
  expect(printed[2]).toBe(process.env['NODE_ENV'] ?? 'undefined');
});
