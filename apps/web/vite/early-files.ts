import type { HtmlTagDescriptor, Plugin, Rollup } from 'vite';

/** What the first page asks for as soon as its first script runs: the home page, and the texts of most people. */
const EARLY = /\/src\/(features\/home\/home-page\.tsx|i18n\/locales\/en-US\.json)$/;

/**
 * Names in the page what the first script would ask for only once it runs, so that all of it is on its way at the same time:
 * the configuration, and the chunks of the home page with their style sheets.
 */
export function earlyFiles(): Plugin {
  return {
    name: 'tactus:early-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const config = { rel: 'preload', href: '/config.json', as: 'fetch', crossorigin: true };
        return {
          html,
          tags: [config, ...earlyLinks(bundle)].map(linkTag).filter(({ attrs }) => !isNamed(html, attrs)),
        };
      },
    },
  };
}

type Link = Readonly<Record<string, string | boolean>>;

function earlyLinks(bundle: Rollup.OutputBundle): Link[] {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const follow = (name: string): void => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || scripts.has(name)) return;
    scripts.add(name);
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
    for (const next of chunk.imports) follow(next);
  };
  for (const file of Object.values(bundle)) {
    if (file.type === 'chunk' && EARLY.test(file.facadeModuleId ?? '')) follow(file.fileName);
  }
  return [
    ...[...scripts].map((name) => ({ rel: 'modulepreload', crossorigin: true, href: `/${name}` })),
    ...[...styles].map((name) => ({ rel: 'preload', as: 'style', crossorigin: true, href: `/${name}` })),
  ];
}

const linkTag = (attrs: Link): HtmlTagDescriptor => ({ tag: 'link', attrs, injectTo: 'head' });

const isNamed = (html: string, attrs: HtmlTagDescriptor['attrs']) => html.includes(`"${attrs?.['href']}"`);
