import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { expect, onTestFinished, test } from 'vitest';
import { runCommandLine } from './run-command-line.ts';
import { createScreen } from './screen.ts';

/** Runs a command line that needs no cloud. */
const run = (...args: string[]) => runIn({}, ...args);

/** Runs a command line with more variables in its environment. */
async function runIn(env: Readonly<Record<string, string>>, ...args: string[]) {
  const texts = { out: '', err: '' };
  const output = (name: 'out' | 'err') => ({
    write(text: string) {
      texts[name] += text;
    },
  });
  const code = await runCommandLine(
    args,
    { TACTUS_KEY: 'Device12345', ...env },
    {
      time: createFakeTime(),
      random: createRandom(1),
      fetch: () => Promise.reject(new Error('This command line needs no cloud')),
      screen: createScreen({ out: output('out'), err: output('err') }, {}, createFakeTime()),
      interrupted: new AbortController().signal,
      promptSecret: () => Promise.reject(new Error('This command line needs no key')),
    },
  );
  return { code, ...texts };
}

function scripts() {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const original = join(folder, 'a.funscript');
  const actions = [0, 1, 2].map((index) => ({ at: index * 500, pos: index * 20 }));
  writeFileSync(original, JSON.stringify({ version: '1.0', inverted: false, range: 100, actions }));
  return { original, csv: join(folder, 'a.csv'), back: join(folder, 'b.funscript') };
}

test('convert turns funscript into CSV and back into the same script', async () => {
  const { original, csv, back } = scripts();
  expect(await run('convert', original, csv)).toEqual({ code: 0, out: '', err: `${csv}: 3 points\n` });
  expect(readFileSync(csv, 'utf8')).toMatch(/^#.*\n0,0\n500,20\n1000,40\n$/);
  expect(await run('convert', csv, back)).toMatchObject({ code: 0 });
  expect(JSON.parse(readFileSync(back, 'utf8'))).toEqual(JSON.parse(readFileSync(original, 'utf8')));
});

test('convert without an output file prints the other format, or the one of --to', async () => {
  const { original } = scripts();
  expect((await run('convert', original)).out).toMatch(/^#.*\n0,0\n500,20\n1000,40\n$/);
  expect(JSON.parse((await run('convert', original, '--to', 'funscript')).out)).toMatchObject({ version: '1.0' });
  expect(await run('convert', original, '--to', 'mp4')).toMatchObject({ code: 2 });
});

test('convert finds the other format by the content of a file, not by its name', async () => {
  const { original, csv } = scripts();
  await run('convert', original, csv);
  const [text, disguised] = [join(csv, '../b.txt'), join(csv, '../c.csv')];
  writeFileSync(text, readFileSync(csv));
  writeFileSync(disguised, `\uFEFF\n${readFileSync(original, 'utf8')}`);
  expect(JSON.parse((await run('convert', text)).out)).toMatchObject({ version: '1.0' });
  expect((await run('convert', disguised)).out).toMatch(/^#.*\n0,0\n500,20\n1000,40\n$/);
});

test('convert rounds fractions of other programs, and reports it', async () => {
  const { csv } = scripts();
  writeFileSync(csv, '0.4,0.0,\r\n5e2,19.6,\r\n1000,40,\r\n');
  expect(await run('convert', csv, '--to', 'csv')).toEqual({
    code: 0,
    out: '#time ms,position percent\n0,0\n500,20\n1000,40\n',
    err: 'a.csv: 2 points rounded\n',
  });
});

test('convert writes no format into a file that is named as the other, and refuses unknown formats', async () => {
  const { original, csv } = scripts();
  expect(await run('convert', original, csv, '--to', 'funscript')).toEqual({
    code: 2,
    out: '',
    err: `${csv} would be no csv: leave out --to, or name OUT otherwise\n`,
  });
  expect(existsSync(csv)).toBe(false);
  expect(await run('convert', original, '--to', 'constructor')).toMatchObject({ code: 2, out: '' });
  expect(await run('convert', original, `${csv}.txt`, '--to', 'csv')).toMatchObject({ code: 0 });
});

test('convert overwrites nothing without --force, and writes nothing for a file that is no script', async () => {
  const { original, csv, back } = scripts();
  writeFileSync(csv, 'precious');
  expect(await run('convert', original, csv)).toMatchObject({
    code: 1,
    err: `${csv} is there already; --force overwrites it\n`,
  });
  expect(readFileSync(csv, 'utf8')).toBe('precious');
  expect(await run('convert', csv, back)).toMatchObject({
    code: 1,
    err: expect.stringContaining('a.csv: Invalid CSV, line '),
  });
  expect(existsSync(back)).toBe(false);
  expect(await run('convert', original, csv, '--force')).toMatchObject({ code: 0 });
  expect(readFileSync(csv, 'utf8')).toContain('500,20');
});

test('help answers for every command that the help lists', async () => {
  const { out } = await run('help');
  const [list = ''] = out.split('\n\n').slice(1);
  const names = [...list.matchAll(/^ {2}([a-z]+)/gm)].map(([, name = '']) => name).filter((name) => name !== 'help');
  expect(names).toContain('store');
  for (const name of names)
    expect(await run('help', name)).toMatchObject({ code: 0, out: expect.stringContaining(`tactus ${name}`) });
});

test('help lists every command and every exit code, and explains each command', async () => {
  const { code, out } = await run('help');
  expect(code).toBe(0);
  for (const name of ['connect', 'info', 'watch', 'hamp', 'play', 'stream', 'stop', 'convert'])
    expect(out).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'));
  for (const exitCode of [0, 1, 2, 3, 4, 129, 130, 143]) expect(out).toMatch(new RegExp(`^ +${exitCode} {2}\\w`, 'm'));
  expect(await run()).toEqual({ code, out, err: '' });
  const play = await run('help', 'play');
  expect(play.out).toContain('What leaves this machine');
  expect(play.out).toMatch(/^ {2}--script-host URL +\w/m);
  expect(await run('play', '--help')).toEqual(play);
});

test.each([
  ['fly', "There is no command fly.\n'tactus help' lists the commands.\n"],
  ['help fly', "There is no command fly.\n'tactus help' lists the commands.\n"],
  ['play', "tactus play: FILE is missing\n'tactus help play' lists its words and options.\n"],
  ['stop now', "tactus stop: too many words: now\n'tactus help stop' lists its words and options.\n"],
  ['hamp 40 --faster', "tactus hamp: Unknown option '--faster'\n'tactus help hamp' lists its words and options.\n"],
  ['hamp 140', 'VELOCITY must be a number from 0 to 100 (percent)\n'],
  ['hamp 40 --stroke 80-20', '--stroke must be two percentages, such as 20-80\n'],
  ['info --api ftp://x', '--api must be an address such as http://localhost:8787\n'],
  ['info --key a!', 'The connection key must be 5 to 64 letters and digits\n'],
])('%j is wrong and says so', async (line, err) => {
  expect(await run(...line.split(' '))).toEqual({ code: 2, out: '', err });
});

test.each([
  [{ TACTUS_API: 'ftp://x' }, 'info', 'TACTUS_API must be an address such as http://localhost:8787\n'],
  [
    { TACTUS_SCRIPT_HOST: 'scripts.example' },
    'play FILE',
    'TACTUS_SCRIPT_HOST must be an address such as http://localhost:8787/api/script/v0\n',
  ],
  [
    {},
    'play FILE --script-host localhost:8787',
    '--script-host must be an address such as http://localhost:8787/api/script/v0\n',
  ],
] as const)('a wrong address in %j or %j is reported with its source, before any request', async (env, line, err) => {
  const args = line.split(' ').map((word) => word.replace('FILE', scripts().original));
  expect(await runIn(env, ...args)).toEqual({ code: 2, out: '', err });
});

test.each(['play', 'stream'])('%s of a duration of 0 is refused with the reason', async (name) => {
  expect(await run(name, scripts().original, '--for', '0')).toEqual({
    code: 2,
    out: '',
    err: '--for must be a number from 0.1 to 86400 (seconds)\n',
  });
});

test('a missing file, and a part beyond its end, are reported before any request', async () => {
  expect(await run('play', '/nowhere/at-all.funscript')).toEqual({
    code: 1,
    out: '',
    err: 'There is no file /nowhere/at-all.funscript\n',
  });
  const { original } = scripts();
  expect(await run('stream', original, '--from', '5')).toMatchObject({
    code: 2,
    err: expect.stringContaining('1.0 s'),
  });
});

test.each([
  ['a.csv', '#ms,percent\n0,0\n500;100\n', 'a.csv: Invalid CSV, line 3: 500;100\n'],
  ['a.csv', '0,0\n', 'a.csv: Invalid CSV\n'],
  [
    'a.funscript',
    '{"actions": [\n  {"at": 0, "pos": 1}\n  {"at": 9, "pos": 2}]}',
    /^a\.funscript: Invalid Json in script, line 3, column 3\n$/,
  ],
  ['a.funscript', '{"actions": [\n  {"at": 0', /^a\.funscript: Invalid Json in script, line 2, column 11\n$/],
  ['a.funscript', '{"actions": 7}', 'a.funscript: Invalid Json in script: there is no list of actions in it\n'],
])('a broken script %s %j is refused with its place', async (name, text, said) => {
  const path = join(scripts().original, '..', name);
  writeFileSync(path, text);
  const { code, err } = await run('convert', path);
  expect([code, err]).toEqual([1, typeof said === 'string' ? said : expect.stringMatching(said)]);
});

test('a range in a funscript is reported and not applied', async () => {
  const { original } = scripts();
  const file = JSON.parse(readFileSync(original, 'utf8')) as object;
  writeFileSync(original, JSON.stringify({ ...file, range: 50 }));
  expect(await run('convert', original)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/1000,40\n$/),
    err: 'a.funscript: requests 50 % of the stroke, which is not applied\n',
  });
});

test('the help distinguishes the two variables for addresses', async () => {
  const { out } = await run('help');
  expect(out).toMatch(/TACTUS_API is read by this program alone/);
  expect(out.replaceAll('\n', ' ')).toMatch(/TACTUS_API_BASE is not: npm start and npm run build -- --static read it/);
});
