import { createVirtualFileSystem } from 'typescript/unstable/fs';
import { describe, expect, test } from 'vitest';
import { collectNames } from './frozen-names/collect-names.ts';
import { compareNames, listedNames, presentNames } from './frozen-names/names-file.ts';
import { withProgram } from './frozen-names/open-program.ts';

test('the list of names that travel or are stored equals that of the source', () => {
  expect(
    compareNames(listedNames(), presentNames()),
    '`npm run freeze:names` writes the list anew; a name that is gone breaks programs, links or stored data of people',
  ).toEqual({ gone: [], added: [] });
});

interface Case {
  readonly title: string;
  readonly text: string;
  readonly names: readonly string[];
}

const CASES: readonly Case[] = [
  {
    title: 'each object within a value, in arrays and under free keys too',
    text: 'declare const deep: { one: { two: string }[]; free: Record<string, { three: 1 }>; call(): void }; JSON.stringify(deep);',
    names: ['json free one', 'json three', 'json two'],
  },
  {
    title: 'the members of maps and promises, and nothing of the platform',
    text: 'declare const all: { at: Date; map: Map<string, { two: 1 }>; later: Promise<{ three: 1 }>; pair: [1] }; postMessage(all);',
    names: ['message at later map pair', 'message three', 'message two'],
  },
  {
    title: 'the texts that a field is limited to',
    text: "postMessage({} as { kind: 'ask' | 'answer' | undefined });",
    names: ['message kind', 'value kind=answer', 'value kind=ask'],
  },
  {
    title: 'a value that functions pass on',
    text: `const write = (key: string, value: unknown) => localStorage.setItem(key, JSON.stringify(value));
      function save(value: unknown) { write('settings', value); }
      save({ theme: 1 });`,
    names: ['json theme', 'storage settings'],
  },
  {
    title: 'what is read from a text of unknown shape',
    text: "JSON.parse('{}') as { version: number };",
    names: ['read version'],
  },
  {
    title: 'keys of storage, with the parts that are data left out',
    text: `const KEY = 'mine'; declare const key: string;
      sessionStorage.getItem(KEY + '.a'); localStorage.getItem(\`x.\${key}\`);`,
    names: ['storage mine.a', 'storage x.…'],
  },
  {
    title: 'channels, locks, caches, parameters of addresses',
    text: `new BroadcastChannel('calls'); navigator.locks.request('one at a time', () => {}); caches.open('pages');
      new URLSearchParams('').get('key');`,
    names: ['cache pages', 'channel calls', 'lock one at a time', 'parameter key'],
  },
  {
    title: 'events of a stream for browsers',
    text: `export const frame = (event: string, data: string) => \`event: \${event}\\ndata: \${data}\\n\\n\`;
      frame('moved', '');`,
    names: ['event moved'],
  },
  {
    title: "texts that begin with the product's name",
    text: `declare const tab: string; const TABS = 'tactus.tabs';
      export const names = [\`\${TABS}.\${tab}\`, 'tactus is here'];`,
    names: ['name tactus.tabs', 'name tactus.tabs.…'],
  },
  {
    title: 'routes with what they answer, fields of log lines',
    text: `interface FastifyInstance { get(path: string, handler: () => unknown): void }
      interface Log { info(fields: object, text: string): void }
      export function serve(app: FastifyInstance, log: Log) {
        app.get('/state', async () => { log.info({ call: 1 }, 'Asked.'); return { mode: 2 }; });
      }`,
    names: ['answer mode', 'log call', 'route GET /state'],
  },
  {
    title: 'routes that are rows, with what their handlers answer',
    text: `declare function tactusEndpoint(line: string, facts: object): object;
      declare function mountCalls(api: object, rows: object, handlers: object): void;
      mountCalls({}, { read: tactusEndpoint('GET /state', {}) }, { read: () => ({ mode: 2 }) });`,
    names: ['answer mode', 'route GET /state'],
  },
  {
    title: 'tables with their columns',
    text: 'interface Kysely<T> { all: T } export type Store = Kysely<{ tokens: { hash: string; expires_at: number } }>;',
    names: ['table expires_at hash', 'table tokens'],
  },
];

describe('the collector of names finds', () => {
  const files = CASES.map(({ text }, index) => [`/${index}.ts`, `${text}\nexport {};`] as const);
  const config = JSON.stringify({ compilerOptions: { strict: true, lib: ['es2023', 'dom'], types: [] } });
  const found = withProgram(
    '/tsconfig.json',
    ({ checker, files }) => new Map(files.map((file) => [file.fileName, collectNames({ checker, files: [file] })])),
    createVirtualFileSystem({ '/tsconfig.json': config, ...Object.fromEntries(files) }),
  );

  test.each(CASES.map((row, index) => ({ ...row, index })))('$title', ({ index, names }) => {
    expect(found.get(`/${index}.ts`)).toEqual(names);
  });
});
