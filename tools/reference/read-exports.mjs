/** The exports of a package's entries, with the declaration and the docstring of each, read from the compiler's declarations. */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseSync } from 'oxc-parser';
import { targetOf } from '../sdk/collect-types.mjs';

/**
 * @typedef {object} Exported
 * @property {string} name
 * @property {'function' | 'class' | 'interface' | 'type' | 'const'} kind
 * @property {string} doc the docstring without its stars; empty where there is none
 * @property {string} code the declaration as the compiler wrote it, its docstring taken off
 * @property {string} area the folder that it is in: `clock`, `motion` for a sibling package
 */

/** @type {Record<string, Exported['kind']>} */
const KINDS = {
  TSDeclareFunction: 'function',
  FunctionDeclaration: 'function',
  ClassDeclaration: 'class',
  TSInterfaceDeclaration: 'interface',
  TSTypeAliasDeclaration: 'type',
  VariableDeclaration: 'const',
};

/**
 * Every export of an entry, once; names marked `@internal` are left out.
 * @param {string} file a declaration
 * @returns {Exported[]}
 */
export function readExports(file) {
  const found = exportsOf(file, new Map());
  return [...found.values()].flat().filter(({ doc }) => !doc.includes('@internal'));
}

/**
 * Exported name -> its declarations (a name can be a value and a type). Files are read once.
 * @param {string} file
 * @param {Map<string, Map<string, Exported[]>>} known
 * @returns {Map<string, Exported[]>}
 */
function exportsOf(file, known) {
  const before = known.get(file);
  if (before) return before;
  /** @type {Map<string, Exported[]>} */
  const found = new Map();
  known.set(file, found);
  const text = readFileSync(file, 'utf8');
  const { program, comments } = parseSync(file, text);
  /** The file's own names, because an exported type may be computed from them. @type {Map<string, Exported[]>} */
  const internal = new Map();
  for (const statement of program.body) {
    const isExport = statement.type === 'ExportNamedDeclaration';
    const declaration = isExport ? statement.declaration : statement.type in KINDS ? statement : undefined;
    if (declaration) {
      const kind = KINDS[declaration.type];
      const name = nameOf(/** @type {import('oxc-parser').Declaration} */ (declaration));
      const into = isExport ? found : internal;
      if (!kind || name === undefined) continue;
      const doc = docBefore(statement.start, text, comments);
      const code = text.slice(statement.start, statement.end).replace(/^(export )?(declare )?/, '');
      into.set(name, [...(into.get(name) ?? []), { name, kind, doc, code, area: areaOf(file) }]);
    } else if (isExport && statement.source) {
      const target = targetOf(file, statement.source.value);
      if (target === undefined) continue;
      const there = exportsOf(target, known);
      for (const { local, exported } of statement.specifiers) {
        const name = identifier(exported);
        found.set(
          name,
          (there.get(identifier(local)) ?? []).map((entry) => ({ ...entry, name })),
        );
      }
    }
  }
  for (const [name, entries] of found) {
    found.set(
      name,
      entries.map((entry) => withSchema(entry, new Map([...internal, ...found]))),
    );
  }
  return found;
}

/**
 * A type that is computed from a constant (a schema, a table) is shown with the constant and its docstring.
 * @param {Exported} entry
 * @param {ReadonlyMap<string, readonly Exported[]>} beside the declarations of its file
 */
function withSchema(entry, beside) {
  const [, constant = ''] = (entry.kind === 'type' && /^type \w+ = [^;]*\btypeof (\w+)[^;]*;$/.exec(entry.code)) || [];
  const source = constant === entry.name ? undefined : beside.get(constant)?.[0];
  if (!source || entry.code.includes('\n')) return entry;
  return { ...entry, doc: entry.doc || source.doc, code: `${entry.code}\n\n${source.code}` };
}

/** @param {{ type: string, name?: string, value?: string }} node an identifier, or a name in quotes */
function identifier(node) {
  return node.name ?? node.value ?? '';
}

/**
 * @param {import('oxc-parser').Declaration} declaration
 * @returns {string | undefined}
 */
function nameOf(declaration) {
  if (declaration.type === 'VariableDeclaration') {
    const id = declaration.declarations[0]?.id;
    return id?.type === 'Identifier' ? id.name : undefined;
  }
  return 'id' in declaration && declaration.id?.type === 'Identifier' ? declaration.id.name : undefined;
}

/**
 * The docstring that ends right before a position.
 * @param {number} start
 * @param {string} text
 * @param {readonly import('oxc-parser').Comment[]} comments
 */
function docBefore(start, text, comments) {
  const comment = comments.findLast(({ end }) => end <= start);
  if (comment?.type !== 'Block' || !comment.value.startsWith('*')) return '';
  if (text.slice(comment.end, start).trim() !== '') return '';
  return comment.value
    .replace(/^\*/, '')
    .replace(/^\s*\* ?/gm, '')
    .trim();
}

/** packages/sdk/.types/src/clock/measure.d.ts -> clock; a file of a sibling package belongs to that @param {string} file */
function areaOf(file) {
  const [, name = '', path = ''] = /packages\/([^/]+)\/\.types\/src\/(.*)$/.exec(file) ?? [];
  return name === 'sdk' ? dirname(path) : name;
}
