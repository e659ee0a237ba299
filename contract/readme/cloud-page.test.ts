import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openEvents } from '../cloud/event-reader.ts';
import { startCloud } from '../cloud/running-cloud.ts';

const ROOT = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/cloud.md', ROOT), 'utf8');

/** What the page puts into `script.csv`. */
const SCRIPT = '0,0\n1000,100\n2000,0\n';

interface Command {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly isStream: boolean;
}

/** Reads a command as a shell and curl do, as far as the page goes. */
function readCommand(line: string): Command {
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const headers: Record<string, string> = {};
  const command = { method: 'GET', path: '', headers, isStream: false, body: undefined as string | undefined };
  for (let index = 1; index < words.length; index++) {
    const word = words[index] ?? '';
    const next = () => words[++index] ?? '';
    if (word === '-X') command.method = next();
    else if (word === '-N') command.isStream = true;
    else if (word === '-d') command.body = next();
    else if (word === '-H') {
      const [name = '', value = ''] = next().split(': ');
      headers[name.toLowerCase()] = value;
    } else if (word === '-F') {
      expect(next()).toBe('file=@script.csv');
      command.method = 'POST';
      headers['content-type'] = 'multipart/form-data; boundary=x';
      command.body = `--x\r\nContent-Disposition: form-data; name="file"; filename="script.csv"\r\n\r\n${SCRIPT}\r\n--x--\r\n`;
    } else command.path = word.replace(/^localhost:8787/, '');
  }
  return command;
}

test('docs/cloud.md shows commands that work, one after the other', async () => {
  const { ask, port } = await startCloud({ rateLimitPerMinute: 240 });
  const lines = page.match(/^curl .*$/gm) ?? [];
  expect(lines.length).toBeGreaterThan(10);
  expect(page).toContain(`printf '${SCRIPT.replaceAll('\n', '\\n')}' > script.csv`);
  for (const line of lines) {
    const [command = '', refusal] = line.split(' # code ');
    const { method, path, headers, body, isStream } = readCommand(command);
    if (isStream) {
      const stream = await openEvents(port, path.slice(path.indexOf('?')));
      expect(await stream.next()).toMatchObject({ event: 'device_status', data: { data: { connected: true } } });
      continue;
    }
    const answer = await ask(`${method} ${path}`, {
      asOwner: false,
      headers,
      ...(body !== undefined && { body: body.replace('localhost:8787', `localhost:${port}`) }),
    });
    if (refusal !== undefined) {
      expect([line, answer.json]).toEqual([line, { error: expect.objectContaining({ code: Number(refusal) }) }]);
      continue;
    }
    expect([line, answer.status < 300, answer.json]).toEqual([
      line,
      true,
      expect.not.objectContaining({ error: expect.anything() }),
    ]);
  }
});

test('docs/cloud.md names documents that exist', () => {
  const named = [...page.matchAll(/`(docs\/[^`]+)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter((path) => !existsSync(new URL(path, ROOT)))).toEqual([]);
});
