import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'vite';

const SOURCE_LANGUAGE = 'en-US';
const CATALOG = /\/src\/i18n\/locales\/[^/]+\.json$/;

/**
 * Turns a catalog into the form that react-intl formats without a parser, and fills what a language lacks with the
 * English text, so that a language is one chunk. A text that is not well-formed fails the build with its key.
 */
export function compiledMessages(): Plugin {
  return {
    name: 'tactus:compiled-messages',
    enforce: 'pre',
    transform: {
      filter: { id: CATALOG },
      handler(code, id) {
        const sourceFile = join(dirname(id), `${SOURCE_LANGUAGE}.json`);
        this.addWatchFile(sourceFile);
        const source = readCatalog(readFileSync(sourceFile, 'utf8'));
        const compiled = Object.entries({ ...source, ...readCatalog(code) }).map(([key, text]) => {
          try {
            return [key, parse(text)];
          } catch (error) {
            throw new Error(`${basename(id)}: "${key}" is not a well-formed message`, { cause: error });
          }
        });
        const json = JSON.stringify(JSON.stringify(Object.fromEntries(compiled)));
        return { code: `export default JSON.parse(${json});`, moduleType: 'js', map: null };
      },
    },
  };
}

function readCatalog(text: string): Record<string, string> {
  // A catalog is an object of texts; the catalog check of the repository asserts it.
  return JSON.parse(text) as Record<string, string>;
}
