import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** The set in the format of Iconify: the markup inside the `<svg>`, by name. */
interface IconSet {
  readonly icons: Readonly<Record<string, { readonly body: string } | undefined>>;
  readonly aliases: Readonly<Record<string, { readonly parent: string } | undefined>>;
}

const MODULE = /^~icons\/tabler\/([\w-]+)$/;
const LOADED = /^\0~icons\/tabler\//;
const COMPONENT = fileURLToPath(new URL('../src/ui/icon.ts', import.meta.url));

/** What is left of the markup of an icon without its paths: all are lines, or all are filled. */
const LINES = 'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"';
const FILLED = 'fill="currentColor"';

/**
 * Serves `~icons/tabler/NAME`, the component of an icon of Tabler, as `unplugin-icons` does. A module holds the path only, and is
 * left out of the build where nothing uses it. A name that the set lacks fails the build.
 */
export function iconModules(): Plugin {
  let set: IconSet | undefined;
  return {
    name: 'tactus:icon-modules',
    resolveId: {
      filter: { id: MODULE },
      handler: (id) => ({ id: `\0${id}`, moduleSideEffects: false }),
    },
    load: {
      filter: { id: LOADED },
      handler(id) {
        set ??= readIconSet();
        return iconModule(set, id.replace(LOADED, ''));
      },
    },
  };
}

/**
 * The code of the module of an icon.
 * @internal
 */
export function iconModule(set: IconSet, name: string): string {
  const { path, filled } = findIcon(set, name);
  const args = `${JSON.stringify(path)}${filled ? ', true' : ''}`;
  return `import { createIcon } from ${JSON.stringify(COMPONENT)};
export default /* @__PURE__ */ createIcon(${args});`;
}

function readIconSet(): IconSet {
  const file = createRequire(import.meta.url).resolve('@iconify-json/tabler/icons.json');
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** An icon as one path. */
function findIcon({ icons, aliases }: IconSet, name: string): { path: string; filled: boolean } {
  const body = icons[aliases[name]?.parent ?? name]?.body;
  if (body === undefined) throw new Error(`Tabler has no icon "${name}": https://icon-sets.iconify.design/tabler/`);
  const style = body.replace(/<\/?(?:g|path)\b|\/?>| d="[^"]+"/g, '').trim();
  if (style !== LINES && style !== FILLED) throw new Error(`The icon "${name}" is more than paths of one kind`);
  const paths = [...body.matchAll(/ d="([^"]+)"/g)].map(([, path]) => path);
  // A path may begin with a relative move: from the origin, not from the end of the path before it.
  return { path: paths.join('M0 0'), filled: style === FILLED };
}
