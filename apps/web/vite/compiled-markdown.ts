import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { compileMarkdown } from './compile-markdown.ts';

const MARKDOWN = /\/src\/.*\.md$/;
const CHANGELOG = 'virtual:changelog';

/**
 * Serves Markdown of the sources as nodes: importing a file that ends in `.md` gives the nodes for `<Markdown>`, and
 * `virtual:changelog` the changelog of the repository at `root`. The parser stays in the build. A text that the app cannot
 * render fails the build with the name of its file.
 */
export function compiledMarkdown(root: string): Plugin {
  return {
    name: 'tactus:compiled-markdown',
    enforce: 'pre',
    resolveId: (id) => (id === CHANGELOG ? `\0${CHANGELOG}` : undefined),
    load(id) {
      if (id !== `\0${CHANGELOG}`) return undefined;
      const file = join(root, 'CHANGELOG.md');
      this.addWatchFile(file);
      return compiled(readFileSync(file, 'utf8'), file);
    },
    transform: {
      filter: { id: MARKDOWN },
      handler: (code, id) => ({ code: compiled(code, id), moduleType: 'js', map: null }),
    },
  };
}

function compiled(text: string, file: string): string {
  try {
    return `export default ${JSON.stringify(compileMarkdown(text))};`;
  } catch (error) {
    throw new Error(`${file} cannot be drawn`, { cause: error });
  }
}
