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

/** Whether a row describes a call. */
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

/** Names for the expression before the dot of a call: its type's, the module for a namespace, and the type that declares the method. */
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

/** The function with this parameter, and the parameter's position. */
export function parameterOf(value: Expression, checker: Checker): { of: Node; argument: number } | undefined {
  const declaration = isIdentifier(value) ? checker.getResolvedSymbol(value)?.valueDeclaration?.resolve() : undefined;
  if (!declaration || !isParameterDeclaration(declaration)) return undefined;
  const of = declaration.parent;
  return { of, argument: parametersOf(of).indexOf(declaration) };
}

function parametersOf(of: Node): readonly Node[] {
  return 'parameters' in of ? (of.parameters as readonly Node[]) : [];
}

/** The name by which a function is called: its own, or that of its constant or property. */
export function nameOfFunction(of: Node): string | undefined {
  const { parent } = of;
  const held = isVariableDeclaration(parent) || isPropertyAssignment(parent) ? parent.name : undefined;
  const name = 'name' in of ? ((of.name as Node | undefined) ?? held) : held;
  return name && isIdentifier(name) ? name.text : undefined;
}

/** The keys of an object. The types of its values are not resolved: those of schemas take long. */
export function keysOf(object: Expression, checker: Checker): string[] {
  if (!isObjectLiteralExpression(object)) {
    const type = checker.getTypeAtLocation(object);
    return type ? checker.getPropertiesOfType(type).map(({ name }) => name) : [];
  }
  return object.properties.flatMap((property) =>
    isSpreadAssignment(property) ? keysOf(property.expression, checker) : [property.name?.getText() ?? ''],
  );
}
