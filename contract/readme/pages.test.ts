/** Commands in the README and in the pages for authors of clients: they work as printed. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startCloud } from '../cloud/running-cloud.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGES = ['README.md', ...readdirSync(join(ROOT, 'docs'), { encoding: 'utf8' }).map((file) => `docs/${file}`)]
  .filter((path) => path.endsWith('.md'))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

/** The content of `script.csv` on the pages. */
const SCRIPT = '0,0\n1000,100\n2000,0\n';

interface Command {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData | undefined;
  readonly isStream: boolean;
  /** The code of the refusal that the page expects. */
  readonly refusal: number | undefined;
}

/** The commands of a page, each with the lines of its quoted body. */
const commandsOf = (text: string): readonly string[] => text.match(/^curl (?:[^'\n]|'[^']*')*$/gm) ?? [];

/** Reads a command as a shell and curl do, as far as the pages need it. */
function readCommand(line: string): Command {
  const [command = '', code] = line.split(' # code ');
  const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const headers: Record<string, string> = {};
  let [method, path, isStream]: [string | undefined, string, boolean] = [undefined, '', false];
  let body: Command['body'];
  for (let index = 1; index < words.length; index++) {
    const word = words[index] ?? '';
    const next = () => words[++index] ?? '';
    if (word === '-X') method = next();
    else if (word === '-N') isStream = true;
    else if (word === '-d') body = next();
    else if (word === '-H') {
      const [name = '', value = ''] = next().split(': ');
      headers[name.toLowerCase()] = value;
    } else if (word === '-F') {
      expect(next()).toBe('file=@script.csv');
      body = new FormData();
      body.set('file', new File([SCRIPT], 'script.csv'));
    } else {
      expect(word).toMatch(/^(http:\/\/)?localhost:8787\//);
      path = word.replace(/^(http:\/\/)?localhost:8787/, '');
    }
  }
  if (typeof body === 'string') headers['content-type'] ??= 'application/x-www-form-urlencoded';
  method ??= body === undefined ? 'GET' : 'POST';
  return { method, path, headers, body, isStream, refusal: code === undefined ? undefined : Number(code) };
}

/** Placeholders of a page for the values of an answer: the reader replaces them. */
function placeholdersOf(answer: unknown): readonly (readonly [string, string])[] {
  const { connectionKey, secret, stream_ref, channel } = { ...(answer as Record<string, unknown>) };
  return Object.entries({ KEY: connectionKey, SECRET: secret, REF: stream_ref, 'chref:XXXXXXXXXXXX': channel }).flatMap(
    ([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []),
  );
}

/** The first frame of a stream. */
async function firstFrame(answer: Response): Promise<string> {
  const reader = answer.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  return new TextDecoder().decode(value);
}

test.each(
  PAGES.map(({ path, text }) => [path, commandsOf(text)] as const).filter(([, commands]) => commands.length > 0),
)('%s shows commands that work, one after the other', async (_, commands) => {
  const { url } = await startCloud({ rateLimitPerMinute: 240 });
  const given = new Map<string, string>();
  const withGiven = (text: string) =>
    [...given].reduce((filled, [name, value]) => filled.replace(new RegExp(`\\b${name}\\b`, 'g'), value), text);
  for (const command of commands) {
    const { method, path, headers, body, isStream, refusal } = readCommand(withGiven(command));
    const answer = await fetch(url + path, {
      ...{ method, headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body.replace('http://localhost:8787', url) : body }),
    });
    expect([command, answer.status]).toEqual([command, expect.toSatisfy((status: number) => status < 300)]);
    if (isStream) {
      expect([command, await firstFrame(answer)]).toEqual([command, expect.stringContaining('event: device_status')]);
      continue;
    }
    const text = await answer.text();
    const json: unknown = text === '' ? {} : JSON.parse(text);
    const isRefused = expect.objectContaining({ error: expect.objectContaining({ code: refusal ?? 0 }) });
    const isTaken = expect.not.objectContaining({ error: expect.anything() });
    expect([command, json]).toEqual([command, refusal === undefined ? isTaken : isRefused]);
    for (const [name, value] of placeholdersOf(json)) given.set(name, value);
  }
});

test('the commands of the pages are found', () => {
  const text = PAGES.find(({ path }) => path === 'docs/cloud.md')?.text ?? '';
  const begun = [...text.matchAll(/^curl /gm)].length;
  expect(begun).toBeGreaterThan(10);
  expect(commandsOf(text)).toHaveLength(begun);
});

test('the script of the commands is the one that docs/cloud.md has written before', () => {
  const text = PAGES.find(({ path }) => path === 'docs/cloud.md')?.text;
  expect(text).toContain(`printf '${SCRIPT.replaceAll('\n', '\\n')}' > script.csv`);
});
