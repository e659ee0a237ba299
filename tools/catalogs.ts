/** Compares the message catalogs of the app with each other and with the sources that use them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { readRepository } from './repository.ts';
import { asNode, nameOf, nodesOf, parseTree, stringOf, visit } from './syntax-tree.ts';

/** A flat catalog: key -> ICU message. */
export type Catalog = Readonly<Record<string, string>>;

/** The use of keys in the app's sources: literals, and the keys in calls. */
export interface KeyUse {
  readonly literals: ReadonlySet<string>;
  readonly used: ReadonlySet<string>;
}

const WEB_SOURCES = 'apps/web/src/';
const LOCALES = `${WEB_SOURCES}i18n/locales`;
const SAME_AS_ENGLISH = `${WEB_SOURCES}i18n/same-as-english.json`;

/** Functions and elements whose argument is a key. */
const KEY_FUNCTIONS = new Set(['t', 'formatMessage']);
const ASKING_ELEMENTS = new Set(['Text', 'FormattedMessage']);

/** Reads a catalog. Throws where it is no flat object of texts. */
export function readCatalog(root: string, language: string): Catalog {
  const catalog: unknown = JSON.parse(readFileSync(join(root, LOCALES, `${language}.json`), 'utf8'));
  if (typeof catalog !== 'object' || catalog === null) throw new Error(`${language}.json is not an object`);
  const texts = Object.entries(catalog);
  for (const [key, text] of texts) {
    if (typeof text !== 'string') throw new Error(`${language}.json: '${key}' is not a text`);
  }
  return Object.fromEntries(texts);
}

/** The reviewed list of keys whose text may be the English one in another language. */
export function readSameAsEnglish(root: string): readonly string[] {
  const path = join(root, SAME_AS_ENGLISH);
  const list: unknown = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
  if (!Array.isArray(list)) throw new Error(`${SAME_AS_ENGLISH} is not a list`);
  return list.map(String);
}

/** Reads every product source of the app for the keys it uses. */
export function readKeyUse(root: string): KeyUse {
  const files = readRepository(root).files.filter(
    (file) => file.startsWith(WEB_SOURCES) && /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file),
  );
  return keyUseOf(files.map((file) => ({ path: file, text: readFileSync(join(root, file), 'utf8') })));
}

/** The keys that these sources use. */
export function keyUseOf(sources: readonly { path: string; text: string }[]): KeyUse {
  const literals = new Set<string>();
  const used = new Set<string>();
  for (const { path, text } of sources) {
    visit(parseTree(path, text), (node) => {
      const literal = stringOf(node);
      if (literal !== undefined) literals.add(literal);
      if (node.type === 'CallExpression') {
        const callee = nameOf(node['callee']) ?? nameOf(asNode(node['callee'])?.['property']);
        const [first] = nodesOf(node['arguments']);
        const key = stringOf(first) ?? attributeOf(first, 'properties', 'id');
        if (KEY_FUNCTIONS.has(callee ?? '') && key !== undefined) used.add(key);
      }
      if (node.type === 'JSXOpeningElement' && ASKING_ELEMENTS.has(nameOf(node['name']) ?? '')) {
        const key = attributeOf(node, 'attributes', 'id');
        if (key !== undefined) used.add(key);
      }
    });
  }
  return { literals, used };
}

/** The differences of one language from English, one line each. */
export function compareCatalogs(input: {
  language: string;
  english: Catalog;
  other: Catalog;
  sameAsEnglish: readonly string[];
}): string[] {
  const { language, english, other, sameAsEnglish } = input;
  const wrong: string[] = [];
  for (const [key, text] of Object.entries(english)) {
    const translated = other[key];
    if (translated === undefined) wrong.push(`${language}: '${key}' is missing`);
    else if (placeholdersOf(translated) !== placeholdersOf(text)) {
      wrong.push(`${language}: '${key}' has ${placeholdersOf(translated)}, English has ${placeholdersOf(text)}`);
    } else if (translated === text && !sameAsEnglish.includes(key)) {
      wrong.push(`${language}: '${key}' is the English text; translate it, or review it into ${SAME_AS_ENGLISH}`);
    }
  }
  for (const key of Object.keys(other)) {
    if (!(key in english)) wrong.push(`${language}: '${key}' is not in the English catalog`);
  }
  return wrong;
}

/** The faults of one catalog: empty texts, texts that are not well-formed ICU messages. */
export function checkTexts(language: string, catalog: Catalog): string[] {
  return Object.entries(catalog).flatMap(([key, text]) => {
    if (text.trim() === '') return [`${language}: '${key}' is empty`];
    try {
      parse(text);
      return [];
    } catch (error) {
      return [`${language}: '${key}' is not a well-formed message (${String(error)})`];
    }
  });
}

/** The differences between the English catalog and the sources: used keys that do not exist, unused keys. */
export function compareWithSources(english: Catalog, { literals, used }: KeyUse): string[] {
  const missing = [...used].filter((key) => !(key in english)).map((key) => `'${key}' is used but has no text`);
  const unused = Object.keys(english).filter((key) => !literals.has(key));
  return [...missing, ...unused.map((key) => `'${key}' is used nowhere`)];
}

/** Names and kinds of a message's placeholders and tags, in one comparable text. */
function placeholdersOf(text: string): string {
  const found = new Set<string>();
  const collect = (elements: readonly MessageFormatElement[]): void => {
    for (const element of elements) {
      if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
      found.add(`${TYPE[element.type]} {${element.value}}`);
      if (element.type === TYPE.tag) collect(element.children);
      if (element.type === TYPE.plural || element.type === TYPE.select) {
        for (const option of Object.values(element.options)) collect(option.value);
      }
    }
  };
  collect(parse(text));
  return found.size === 0 ? 'no placeholders' : [...found].sort().join(', ');
}

/** The literal value of a name in an object literal or on an element. */
function attributeOf(value: unknown, list: 'properties' | 'attributes', name: string): string | undefined {
  const attribute = nodesOf(asNode(value)?.[list]).find((node) => nameOf(node['key'] ?? node['name']) === name);
  const given = asNode(attribute?.['value']);
  return stringOf(given?.type === 'JSXExpressionContainer' ? given['expression'] : given);
}
