import type { HtmlTagDescriptor, Plugin, Rollup } from 'vite';

/** The chunks that the first page requests as soon as its first script runs: the home page, and the English texts. */
const EARLY = /\/src\/(features\/home\/home-page\.tsx|i18n\/locales\/en-US\.json)$/;

/** Styles before scripts: the first picture waits for them, and the scripts are many times larger. */
const STYLE = / *<link rel="stylesheet"[^>]*>\n/g;
const FIRST_SCRIPT = / *<script type="module"/;

/**
 * Names in the page the files that the first script would request only once it runs, so that all of them load together:
 * the configuration, and the chunks of the home page. Its style sheets are those of the first picture too (first-paint.ts).
 */
export function earlyFiles(): Plugin {
  return {
    name: 'tactus:early-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const { scripts, styles } = homeFiles(bundle);
        const config = { rel: 'preload', href: '/config.json', as: 'fetch', crossorigin: true };
        const modules = scripts.map((name) => ({ rel: 'modulepreload', crossorigin: true, href: `/${name}` }));
        return {
          html: withStyles(html, styles),
          tags: [config, ...modules].map(linkTag).filter(({ attrs }) => !isNamed(html, attrs)),
        };
      },
    },
  };
}

function homeFiles(bundle: Rollup.OutputBundle): { scripts: string[]; styles: string[] } {
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
  return { scripts: [...scripts], styles: [...styles] };
}

/** The page with its own style sheets and these, all of them before its first script. */
function withStyles(html: string, styles: readonly string[]): string {
  const own = html.match(STYLE)?.join('') ?? '';
  const more = styles
    .filter((name) => !own.includes(name))
    .map((name) => `    <link rel="stylesheet" crossorigin href="/${name}">\n`);
  return html.replace(STYLE, '').replace(FIRST_SCRIPT, (script) => `${own}${more.join('')}${script}`);
}

const linkTag = (attrs: NonNullable<HtmlTagDescriptor['attrs']>): HtmlTagDescriptor => ({
  tag: 'link',
  attrs,
  injectTo: 'head',
});

const isNamed = (html: string, attrs: HtmlTagDescriptor['attrs']) => html.includes(`"${attrs?.['href']}"`);
