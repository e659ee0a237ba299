/** Words of a private dialect: how often identifiers of the product use them, and better words. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKING_WORKSPACES } from './architecture-rules.ts';
import { readRepository } from './repository.ts';
import { nameOf, parseTree, visit } from './syntax-tree.ts';

/** Forms of a private word -> words of libraries, standards or the field, one of which fits. */
const BETTER: readonly (readonly [forms: string, better: string])[] = [
  ['desk desks', 'manager, session, host or panel'],
  ['deed deeds', 'action or effect'],
  ['tell tells telling told teller tellers', 'emit, notify, report or send'],
  ['hear hears hearing heard', 'handle, receive or subscribe'],
  ['keep keeps keeping kept keeper', 'store, save, cache or retain'],
  ['wish wishes wished', 'request, update or target'],
  ['book books', 'registry or storage'],
  ['ask asks asked asking asker askers', 'request, send, prompt or confirm'],
  ['concern concerns', 'slice'],
  ['remains', 'orphaned motion'],
  ['lapse lapses lapsed', 'expiry'],
  ['carry carries carried carrying', 'execute or bridge'],
  ['visit visits visited', 'connection or session'],
  ['bring brings brought', 'fetch, inline or move'],
  ['give gives given giving gave', 'input, value, options, return or release'],
  ['look looks looked looking', 'check, poll, style or read'],
  ['say says said saying', 'report, message or status'],
  ['mend mends mended mending', 'fix or normalise'],
  ['way ways', 'mode, path, transition or direction'],
  ['door doors', 'handle or entry point'],
];

const betterOf = new Map(BETTER.flatMap(([forms, better]) => forms.split(' ').map((form) => [form, better] as const)));

/** Names of libraries and standards with such a word. */
const FOREIGN = new Set([
  'keepAlive',
  'keepalive',
  'keepAliveTimeout',
  'IconDoorExit',
  'lookahead',
  'lookAhead',
  'lookup',
  'lookUp',
]);

/** An identifier with a private word, and its first place in the product. */
export interface PrivateName {
  readonly name: string;
  readonly better: string;
  readonly file: string;
  count: number;
}

/** The number of words in the product's identifiers, and the identifiers with private ones, most frequent first. */
export interface WordSurvey {
  readonly words: number;
  readonly privateWords: number;
  readonly names: readonly PrivateName[];
}

/** Reads the identifiers of all product code below `root`. `frozen`: fields that travel or are stored and cannot be renamed. */
export function surveyWords(root: string, frozen: ReadonlySet<string>): WordSurvey {
  const names = new Map<string, PrivateName>();
  let words = 0;
  let privateWords = 0;
  for (const file of readRepository(root).files.filter(isProduct)) {
    visit(parseTree(file, readFileSync(join(root, file), 'utf8')), (node, parent) => {
      if (!/Identifier$/.test(node.type)) return;
      const name = nameOf(node) ?? '';
      const parts = wordsOf(name);
      words += parts.length;
      const isField = parent?.['key'] === node || parent?.['property'] === node;
      if (FOREIGN.has(name) || (isField && frozen.has(name))) return;
      for (const part of parts) {
        const better = betterOf.get(part);
        if (better === undefined) continue;
        privateWords += 1;
        const known = names.get(name) ?? { name, better, file, count: 0 };
        known.count += 1;
        names.set(name, known);
      }
    });
  }
  return { words, privateWords, names: [...names.values()].sort((a, b) => b.count - a.count) };
}

/** `readHTTPWish` -> read, http, wish. */
export function wordsOf(identifier: string): string[] {
  const parts = identifier.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_$0-9]+/);
  return parts.filter((part) => part !== '').map((part) => part.toLowerCase());
}

function isProduct(file: string): boolean {
  const [top = ''] = file.split('/');
  if (top === 'tools' || CHECKING_WORKSPACES.includes(top)) return false;
  return /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing(\/|\.tsx?$)/.test(file);
}
