import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin, Rollup } from 'vite';
import { LANGUAGES } from '../src/i18n/languages.ts';
import { type PageSource, readPageSources } from './page-sources.ts';

const ROUTES = new URL('../src/app/routes/', import.meta.url);

/** Loaded with the first linked device, whatever its page. */
const PREDICTOR = /\/position\/predictor\.ts$/;

/**
 * Writes, for each language, a module that preloads the files of a page by its path, and names it in the page. The script of the
 * first picture runs it, so that these files load beside the app's own script, which would request them only once it runs: one
 * at a time and the small ones first, so that most of a slow line is left for that script, which connects the device.
 */
export function pageFiles(): Plugin {
  let modules: readonly { readonly fileName: string; readonly source: string }[] = [];
  return {
    name: 'tactus:page-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const sources = LANGUAGES.map(({ code }) => ({ code, source: moduleOf(bundle, code) }));
        const hash = createHash('sha256');
        for (const { source } of sources) hash.update(source);
        const name = `assets/page-files-${hash.digest('base64url').slice(0, 7)}`;
        modules = sources.map(({ code, source }) => ({ fileName: `${name}-${code}.js`, source }));
        return html.replace('<script src=', `<script data-page-files="/${name}" src=`);
      },
    },
    generateBundle: {
      order: 'post',
      handler() {
        for (const { fileName, source } of modules) this.emitFile({ type: 'asset', fileName, source });
      },
    },
  };
}

/** The module of one language: the names of files, and for each path of a page the numbers of its files. */
function moduleOf(bundle: Rollup.OutputBundle, language: string): string {
  const files: string[] = [];
  const numberOf = (name: string): number => (files.includes(name) ? files.indexOf(name) : files.push(name) - 1);
  const pages = readPageSources({
    routes: readFileSync(new URL('routes.ts', ROUTES), 'utf8'),
    pages: readFileSync(new URL('pages.ts', ROUTES), 'utf8'),
  }).map((page) => [page.path, filesOf(bundle, page, language).map(numberOf)]);
  const names = files.map((name) => name.replace(/^assets\//, ''));
  return `const files=${JSON.stringify(names)},pages=${JSON.stringify(Object.fromEntries(pages))};
export function preloadPage(path){const left=(pages[path]??[]).map((at)=>files[at]);
const next=()=>{const name=left.shift();if(name===undefined)return;const link=document.createElement("link"),style=name.endsWith("css");
link.rel=style?"preload":"modulepreload";if(style)link.as="style";link.crossOrigin="";link.onload=link.onerror=next;link.href="/assets/"+name;document.head.append(link)};
next()}`;
}

/** The files of a page beside those of the app itself: its chunks and styles, and its texts. Throws for a page without a chunk. */
function filesOf(bundle: Rollup.OutputBundle, { module, texts, drives }: PageSource, language: string): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const known = new Set<string>();
  const follow = (name: string): void => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || known.has(name)) return;
    for (const style of chunk.viteMetadata?.importedCss ?? []) known.add(style);
    known.add(name);
    for (const next of chunk.imports) follow(next);
  };
  for (const { isEntry, fileName } of chunks) if (isEntry) follow(fileName);
  const ofApp = new Set(known);
  const chunkOf = (isIt: (id: string) => boolean) => chunks.find(({ facadeModuleId }) => isIt(facadeModuleId ?? ''));
  const page = chunkOf((id) => id.endsWith(module));
  if (page === undefined) throw new Error(`The page ${module} has no chunk of its own`);
  const parts = ['', ...texts.map((part) => `?part=${part}`)];
  const others = [
    drives ? chunkOf((id) => PREDICTOR.test(id)) : undefined,
    ...parts.map((part) => chunkOf((id) => id.endsWith(`/locales/${language}.json${part}`))),
  ];
  for (const chunk of [page, ...others]) if (chunk) follow(chunk.fileName);
  return [...known].filter((name) => !ofApp.has(name)).sort((a, b) => sizeOf(bundle[a]) - sizeOf(bundle[b]));
}

const sizeOf = (file: Rollup.OutputBundle[string] | undefined): number =>
  file?.type === 'chunk' ? file.code.length : (file?.source.length ?? 0);
