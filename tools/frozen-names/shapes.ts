import { type Checker, SignatureKind, SymbolFlags, type Type } from 'typescript/unstable/sync';

/** Deeper values have no reader of ours by name. */
const DEPTH_MAX = 10;

/** The names in a type whose values leave a program. */
export interface Shapes {
  /** One text for each object, at any depth: the names of its fields, sorted. */
  readonly objects: ReadonlySet<string>;
  /** `field=text` for each text that a field is limited to. */
  readonly texts: ReadonlySet<string>;
}

/**
 * The objects within a type. A field that is renamed changes the one object that has it, also where another object has a field
 * of the new name. Objects of the platform and of libraries (dates, bytes) have no names of ours.
 */
export function shapesOf(type: Type, checker: Checker): Shapes {
  const objects = new Set<string>();
  const texts = new Set<string>();
  const seen = new Set<Type>();

  function walk(one: Type | undefined, depth: number): void {
    if (!one || depth > DEPTH_MAX || seen.has(one)) return;
    seen.add(one);
    if (one.isUnionType()) for (const member of one.getTypes()) walk(member, depth);
    else if (one.isObjectType() || one.isIntersectionType()) walkObject(one, depth);
  }

  function walkObject(one: Type, depth: number): void {
    if (isCallable(one, checker)) return;
    // The members of arrays, maps and promises are ours.
    if (one.isTypeReference()) for (const member of checker.getTypeArguments(one)) walk(member, depth + 1);
    if (checker.isTupleType(one) || isForeign(one)) return;
    for (const { valueType } of checker.getIndexInfosOfType(one)) walk(valueType, depth + 1);
    const properties = checker.getPropertiesOfType(one).filter(({ name }) => !name.includes('@'));
    const values = checker.getTypeOfSymbol(properties);
    const fields: string[] = [];
    for (const [index, { name }] of properties.entries()) {
      const value = values[index];
      if (!value || isCallable(value, checker)) continue;
      fields.push(name);
      for (const text of literalsOf(value)) texts.add(`${name}=${text}`);
      walk(value, depth + 1);
    }
    if (fields.length > 0) objects.add(fields.sort().join(' '));
  }

  walk(type, 0);
  return { objects, texts };
}

/** The texts that a type of ours is limited to. */
export function literalsOf(type: Type): string[] {
  if (type.getAliasSymbol()?.declarations.every(({ path }) => isDeclarationFile(path))) return [];
  const members = type.isUnionType() ? type.getTypes() : [type];
  return members.flatMap((one) => (one.isStringLiteralType() ? [one.value] : []));
}

function isCallable(type: Type, checker: Checker): boolean {
  return type.isObjectType() && checker.getSignaturesOfType(type, SignatureKind.Call).length > 0;
}

/** A class or interface of the platform or of a package. A type computed from one of ours only has its alias declared there. */
function isForeign(type: Type): boolean {
  const symbol = type.getSymbol();
  if (!symbol || !(symbol.flags & (SymbolFlags.Class | SymbolFlags.Interface))) return false;
  return symbol.declarations.length > 0 && symbol.declarations.every(({ path }) => isDeclarationFile(path));
}

function isDeclarationFile(path: string): boolean {
  return path.endsWith('.d.ts') || path.endsWith('.d.mts') || path.endsWith('.d.cts');
}
