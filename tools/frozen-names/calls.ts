import {
  type CallExpression,
  type Expression,
  isCallExpression,
  isIdentifier,
  isInterfaceDeclaration,
  isNewExpression,
  isObjectLiteralExpression,
  isParameterDeclaration,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isSpreadAssignment,
  isVariableDeclaration,
  type NewExpression,
  type Node,
} from 'typescript/unstable/ast';
import type { Checker } from 'typescript/unstable/sync';
import type { Boundary } from './boundaries.ts';

export type Call = CallExpression | NewExpression;

/** Whether a call is one of those that a row names. */
export function isCallOf(row: Boundary, call: Call, checker: Checker): boolean {
  if (nameOfCallee(call) !== row.callee) return false;
  if (row.on === 'new') return isNewExpression(call);
  if (!isCallExpression(call)) return false;
  return !row.on || ownersOf(call, checker).some((name) => row.on?.includes(name));
}

/** The last name before the bracket of a call. */
export function nameOfCallee({ expression }: Call): string | undefined {
  if (isIdentifier(expression)) return expression.text;
  return isPropertyAccessExpression(expression) ? expression.name.text : undefined;
}

/** What stands before the dot of a call: its type's names, the module for a namespace, and the type that declares the method. */
export function ownersOf({ expression }: CallExpression, checker: Checker): string[] {
  if (!isPropertyAccessExpression(expression)) return [];
  const type = checker.getTypeAtLocation(expression.expression);
  const owner = type && checker.getNonNullableType(type);
  const declared = checker.getSymbolAtLocation(expression.name)?.declarations[0]?.resolve()?.parent;
  const declaring = declared && isInterfaceDeclaration(declared) ? declared.name.text : undefined;
  const symbol = owner?.getSymbol()?.name;
  const module = /\/node_modules\/(?:.*\/node_modules\/)?([^/"]+)/.exec(symbol ?? '')?.[1];
  return [owner?.getAliasSymbol()?.name, symbol, declaring, module].filter((name) => name !== undefined);
}

/** The function whose parameter an expression is, and which one. */
export function parameterOf(value: Expression, checker: Checker): { of: Node; argument: number } | undefined {
  const declaration = isIdentifier(value) ? checker.getResolvedSymbol(value)?.valueDeclaration?.resolve() : undefined;
  if (!declaration || !isParameterDeclaration(declaration)) return undefined;
  const of = declaration.parent;
  return { of, argument: parametersOf(of).indexOf(declaration) };
}

function parametersOf(of: Node): readonly Node[] {
  return 'parameters' in of ? (of.parameters as readonly Node[]) : [];
}

/** The name that calls a function: its own, or of the constant or property that holds it. */
export function nameOfFunction(of: Node): string | undefined {
  const { parent } = of;
  const held = isVariableDeclaration(parent) || isPropertyAssignment(parent) ? parent.name : undefined;
  const name = 'name' in of ? ((of.name as Node | undefined) ?? held) : held;
  return name && isIdentifier(name) ? name.text : undefined;
}

/** The keys of an object. The types of its values are not asked for: those of schemas take long. */
export function keysOf(object: Expression, checker: Checker): string[] {
  if (!isObjectLiteralExpression(object)) {
    const type = checker.getTypeAtLocation(object);
    return type ? checker.getPropertiesOfType(type).map(({ name }) => name) : [];
  }
  return object.properties.flatMap((property) =>
    isSpreadAssignment(property) ? keysOf(property.expression, checker) : [property.name?.getText() ?? ''],
  );
}
