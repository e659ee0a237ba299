/** What the tables of routes and pages say of one path. */
export interface PageSource {
  readonly path: string;
  /** The module of the page, by the end of its path. */
  readonly module: string;
  /** The parts of the texts that it needs beside the base. */
  readonly texts: readonly string[];
  /** Whether it sets a device in motion. */
  readonly drives: boolean;
}

const ROUTE = /path: '([^']+)'[^}]*?page: PAGES\.(\w+)/g;
const PAGE = /^ {2}(\w+): \{\n([\s\S]*?)^ {2}\},/gm;
const LOADED = /import\('(?:\.\.\/)+([^']+)'\)/;
const TEXTS = /texts: \[([^\]]*)\]/;

/**
 * Reads both tables from their sources, since a build cannot run the pages. Paths with parameters are left out. Throws for a
 * route whose page is not found.
 */
export function readPageSources(sources: { readonly routes: string; readonly pages: string }): readonly PageSource[] {
  const bodies = new Map([...sources.pages.matchAll(PAGE)].map(([, name = '', body = '']) => [name, body]));
  return [...sources.routes.matchAll(ROUTE)]
    .filter(([, path = '']) => !path.includes(':'))
    .map(([, path = '', name = '']) => {
      const body = bodies.get(name) ?? '';
      const [, module] = LOADED.exec(body) ?? [];
      if (module === undefined) throw new Error(`The table of pages does not say what "${name}" loads`);
      const texts = [...(TEXTS.exec(body)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(([, part = '']) => part);
      return { path, module: `/src/${module}`, texts, drives: body.includes('controls:') };
    });
}
