/** Facts about one source file: its imports, the clocks that it reads, and its `export *`. */
import { asNode, lineFinder, type Node, nameOf, nodesOf, parseTree, stringOf, visit } from './syntax-tree.ts';

/** A name in a file, and its line (from 1). */
export interface Mention {
  readonly name: string;
  readonly line: number;
}

export interface SourceModule {
  /** Every module that it names: import, `import type`, re-export, `import()`, `typeof import()`, `new URL('….ts', import.meta.url)`. */
  readonly imports: readonly Mention[];
  readonly clocks: readonly Mention[];
  /** Modules behind an `export *` without a name. */
  readonly starExports: readonly Mention[];
}

/** Functions that wait or return the time when they are called by their bare name or on a global object. */
const CLOCK_FUNCTIONS = new Set([
  'setTimeout',
  'setInterval',
  'setImmediate',
  'requestAnimationFrame',
  'requestIdleCallback',
]);
const CLOCK_MEMBERS = new Set(['Date.now', 'performance.now', 'AbortSignal.timeout']);
const CLOCK_MODULES = /^(node:)?(timers|timers\/promises|perf_hooks)$/;

/** A worker's address is an import; the address of a data file is not. */
const CODE = /\.(ts|tsx|mts|mjs|js)$/;
const GLOBAL_OBJECTS = new Set(['globalThis', 'window', 'self', 'global']);

/** Reads a file's text. Throws an Error that names the file when it is not TypeScript or JavaScript. */
export function readSourceModule(path: string, text: string): SourceModule {
  const imports: Mention[] = [];
  const clocks: Mention[] = [];
  const starExports: Mention[] = [];
  const lineOf = lineFinder(text);

  visit(parseTree(path, text), (node, parent) => {
    const line = lineOf(node.start);
    const specifier = specifierOf(node);
    if (specifier !== undefined) {
      imports.push({ name: specifier, line });
      if (CLOCK_MODULES.test(specifier)) clocks.push({ name: specifier, line });
      if (node.type === 'ExportAllDeclaration' && !node['exported']) starExports.push({ name: specifier, line });
    }
    const clock = clockOf(node, parent);
    if (clock !== undefined) clocks.push({ name: clock, line });
  });
  return { imports, clocks, starExports };
}

function specifierOf(node: Node): string | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return stringOf(node['source']);
    case 'TSExternalModuleReference':
      return stringOf(node['expression']);
    case 'NewExpression': {
      const [path, base] = nodesOf(node['arguments']);
      const address = nameOf(node['callee']) === 'URL' && isImportMetaUrl(base) ? stringOf(path) : undefined;
      return address !== undefined && CODE.test(address) ? address : undefined;
    }
    default:
      return undefined;
  }
}

function clockOf(node: Node, parent: Node | undefined): string | undefined {
  if (node.type === 'Identifier') {
    const name = nameOf(node) ?? '';
    return CLOCK_FUNCTIONS.has(name) && isUseOfGlobal(node, parent) ? name : undefined;
  }
  if (node.type === 'MemberExpression') {
    const object = nameOf(node['object']) ?? nameOf(asNode(node['object'])?.['property']);
    const property = nameOf(node['property']);
    return CLOCK_MEMBERS.has(`${object}.${property}`) ? `${object}.${property}` : undefined;
  }
  const isDate = nameOf(node['callee']) === 'Date' && nodesOf(node['arguments']).length === 0;
  if (isDate && node.type === 'NewExpression') return 'new Date()';
  if (isDate && node.type === 'CallExpression') return 'Date()';
  return undefined;
}

/** Whether an identifier means the global function, and not a property, or a name in a type or a key. */
function isUseOfGlobal(node: Node, parent: Node | undefined): boolean {
  if (!parent) return true;
  if (parent.type === 'MemberExpression' && parent['property'] === node) {
    return GLOBAL_OBJECTS.has(nameOf(parent['object']) ?? '');
  }
  if (parent.type === 'Property' || parent.type === 'MethodDefinition' || parent.type === 'PropertyDefinition') {
    return parent['value'] === node || parent['shorthand'] === true;
  }
  return !parent.type.startsWith('TS');
}

function isImportMetaUrl(node: Node | undefined): boolean {
  return asNode(node?.['object'])?.type === 'MetaProperty' && nameOf(node?.['property']) === 'url';
}
