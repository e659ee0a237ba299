import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { catalogPartOf, isBasePart } from '../src/i18n/catalog-parts.ts';
import type { CompiledMessage } from '../src/i18n/format-message.ts';
import { compileMessage } from './compile-message.ts';
import { longerText } from './pseudo-language.ts';

const SOURCE_LANGUAGE = 'en-US';
const CATALOG = /\/src\/i18n\/locales\/[^/?]+\.json(\?.*)?$/;

/**
 * Serves the catalogs: texts in the form that the app formats without a parser, filled with English where a language
 * lacks one, and in parts. A language's own module has the base part and a way to load each other part (`?part=NAME`), so
 * that the first load has only the texts of the shell and the home page; with `only`, in those parts beside the base.
 * `?pseudo` makes every text 40 % longer. A text that is not well-formed fails the build with its key.
 */
export function compiledMessages({ only }: { only?: readonly string[] } = {}): Plugin {
  return {
    name: 'tactus:compiled-messages',
    enforce: 'pre',
    transform: {
      filter: { id: CATALOG },
      handler(code, id) {
        const [file = id, query = ''] = id.split('?', 2);
        const parameters = new URLSearchParams(query);
        const sourceFile = join(dirname(file), `${SOURCE_LANGUAGE}.json`);
        this.addWatchFile(sourceFile);
        const source = readCatalog(readFileSync(sourceFile, 'utf8'));
        const texts = { ...source, ...readCatalog(code) };
        return {
          code: catalogModule({ file: basename(file), texts: wanted(texts, only), query: parameters }),
          moduleType: 'js',
          map: null,
        };
      },
    },
  };
}

/** The base part and the parts that are named; all where none is. */
function wanted(texts: CatalogRequest['texts'], only: readonly string[] | undefined): CatalogRequest['texts'] {
  if (only === undefined) return texts;
  const included = Object.entries(texts).filter(
    ([key]) => isBasePart(catalogPartOf(key)) || only.includes(catalogPartOf(key)),
  );
  return Object.fromEntries(included);
}

interface CatalogRequest {
  /** The name of the language's file. */
  readonly file: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

/** The module of one part, or of a language with its base part and the loaders of the others. */
export function catalogModule({ file, texts, query }: CatalogRequest): string {
  const pseudo = query.has('pseudo');
  const part = query.get('part');
  const isWanted = (key: string) => (part === null ? isBasePart(catalogPartOf(key)) : catalogPartOf(key) === part);
  const compiled = Object.entries(texts)
    .filter(([key]) => isWanted(key))
    .map(([key, text]) => [key, compile({ file, key, text, pseudo })]);
  const json = JSON.stringify(JSON.stringify(Object.fromEntries(compiled)));
  const own = `export default JSON.parse(${json});`;
  if (part !== null) return own;
  const others = [...new Set(Object.keys(texts).map(catalogPartOf))].filter((name) => !isBasePart(name)).sort();
  const more = pseudo ? '&pseudo' : '';
  const loaders = others.map((name) => `${JSON.stringify(name)}: () => import("./${file}?part=${name}${more}")`);
  return `${own}\nexport const parts = {${loaders.join(', ')}};`;
}

function compile(from: { file: string; key: string; text: string; pseudo: boolean }): CompiledMessage {
  try {
    return from.pseudo ? compileMessage(from.text, longerText) : compileMessage(from.text);
  } catch (error) {
    throw new Error(`${from.file}: "${from.key}" is not a well-formed message`, { cause: error });
  }
}

function readCatalog(text: string): Record<string, string> {
  // A catalog is an object of texts, as the repository's catalog check asserts.
  return JSON.parse(text) as Record<string, string>;
}
