import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The address of the cloud in the pages. */
const DOCUMENTED = /(http:\/\/)?localhost:8787/g;

/** A block of code of a page, adapted to the address of a cloud. */
export interface CodeBlock {
  readonly language: string;
  readonly code: string;
}

/** The blocks of code of a Markdown page of this repository, in order; `url` takes the place of the cloud's address. */
export function codeOf(page: string, url: string): CodeBlock[] {
  const text = readFileSync(`${ROOT}${page}`, 'utf8');
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({
    language,
    code: code.replace(DOCUMENTED, url),
  }));
}

/** Executes a documented `curl` line; returns the answer once its head has arrived. Throws for an unknown option. */
export function curl(line: string): Promise<Response> {
  const [command, ...words] = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  if (command !== 'curl') throw new Error(`No curl line: ${line}`);
  const headers = new Headers();
  let [method, body, address]: (string | undefined)[] = [];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-X') method = words.shift();
    else if (word === '-d') body = words.shift();
    else if (word === '-H') {
      const [name = '', value = ''] = (words.shift() ?? '').split(/:\s*/);
      headers.set(name, value);
    } else if (word.startsWith('http')) address = word;
    else if (word !== '-N') throw new Error(`Not known of curl: ${word}`);
  }
  // As curl does: a body without a type is a form, and makes the request a POST.
  if (body !== undefined && !headers.has('Content-Type'))
    headers.set('Content-Type', 'application/x-www-form-urlencoded');
  return fetch(address ?? '', { method: method ?? (body === undefined ? 'GET' : 'POST'), headers, body: body ?? null });
}
