/** Finds every name that a program writes to, or reads from, the network, another process, a file or storage. */
import {
  type AsExpression,
  type CallExpression,
  type Expression,
  isAsExpression,
  isCallExpression,
  isNewExpression,
  isObjectLiteralExpression,
  isSpreadAssignment,
  isTemplateExpression,
  isTypeReferenceNode,
  type NewExpression,
  type Node,
  type TemplateExpression,
  type TypeNode,
} from 'typescript/unstable/ast';
import { SignatureKind, type Type, TypeFlags } from 'typescript/unstable/sync';
import {
  BOUNDARIES,
  type Leaves,
  MOUNTS_ROWS,
  type NameKind,
  OWN_NAME,
  ROUTE_METHODS,
  ROW_OF_ROUTE,
  SSE_EVENT,
  TABLE_TYPES,
} from './boundaries.ts';
import { type Call, isCallOf, keysOf, nameOfCallee, nameOfFunction, ownersOf, parameterOf } from './calls.ts';
import { plainText, textsOf } from './literal-texts.ts';
import type { OpenProgram } from './open-program.ts';
import { shapesOf } from './shapes.ts';

/** A parameter of a function of ours whose value leaves the program. */
interface PassedOn {
  readonly kind: NameKind;
  readonly argument: number;
  readonly leaves: Leaves;
}

/**
 * Lines of a kind and a name: a text, the field names of an object, or `value FIELD=TEXT` where a field is limited to
 * texts. Sorted by code unit, so that every machine writes the same.
 */
export function collectNames({ checker, files }: OpenProgram): string[] {
  const lines = new Set<string>();
  const calls: Call[] = [];
  /** Calls by the name before the bracket, because resolving a call is costly. */
  const callsByName = new Map<string, Call[]>();
  /** Parameters by function: calls of these functions are boundaries too. */
  const passedOn = new Map<Node, PassedOn[]>();

  function addObjects(kind: NameKind, type: Type | undefined): void {
    if (!type) return;
    const { objects, texts } = shapesOf(type, checker);
    for (const object of objects) lines.add(`${kind} ${object}`);
    for (const text of texts) lines.add(`value ${text}`);
  }

  function addKeys(kind: NameKind, keys: string[]): void {
    if (keys.length > 0) lines.add(`${kind} ${[...new Set(keys)].sort().join(' ')}`);
  }

  function addOwnName(text: string): void {
    if (OWN_NAME.test(text)) lines.add(`name ${text}`);
  }

  function leave(value: Expression | undefined, kind: NameKind, leaves: Leaves): void {
    if (!value) return;
    if (leaves === 'text') for (const text of textsOf(value, checker)) lines.add(`${kind} ${text}`);
    else if (leaves === 'keys') addKeys(kind, keysOf(value, checker));
    else addObjects(kind, checker.getTypeAtLocation(value));
    passOn(value, kind, leaves);
  }

  /** Where the value is an unchanged parameter, the callers of its function are the boundaries. */
  function passOn(value: Expression, kind: NameKind, leaves: Leaves): void {
    const parameter = parameterOf(value, checker);
    if (!parameter) return;
    const { of, argument } = parameter;
    const known = passedOn.get(of) ?? [];
    if (known.some((one) => one.kind === kind && one.argument === argument)) return;
    passedOn.set(of, [...known, { kind, argument, leaves }]);
    for (const call of callsByName.get(nameOfFunction(of) ?? '') ?? [])
      if (checker.getResolvedSignature(call)?.declaration?.resolve() === of)
        leave(call.arguments?.[argument], kind, leaves);
  }

  function readCall(call: Call): void {
    for (const row of BOUNDARIES) {
      if (isCallOf(row, call, checker)) leave(call.arguments?.[row.argument], row.kind, row.leaves);
    }
    if (isCallExpression(call)) {
      readRoute(call);
      readRows(call);
    }
    readTables(nameOfCallee(call), call.typeArguments?.[0]);
  }

  function readTables(name: string | undefined, tables: TypeNode | undefined): void {
    if (tables && TABLE_TYPES.includes(name ?? '')) addObjects('table', checker.getTypeAtLocation(tables));
  }

  /** A route of the cloud: its path, and the fields of its handler's answer. */
  function readRoute(call: CallExpression): void {
    const method = nameOfCallee(call) ?? '';
    if (!ROUTE_METHODS.includes(method) || call.arguments.length < 2) return;
    const [path] = call.arguments;
    const handler = call.arguments.at(-1);
    if (!path || !handler || !ownersOf(call, checker).includes('FastifyInstance')) return;
    for (const text of textsOf(path, checker)) lines.add(`route ${method.toUpperCase()} ${text}`);
    passOn(path, 'route', 'text');
    addAnswers(handler);
  }

  /** Routes that are rows of the contract: their lines, and the fields of their handlers' answers. */
  function readRows(call: CallExpression): void {
    const name = nameOfCallee(call);
    const [line, , handlers] = call.arguments;
    if (name === ROW_OF_ROUTE && line) for (const text of textsOf(line, checker)) lines.add(`route ${text}`);
    if (name !== MOUNTS_ROWS || !handlers || !isObjectLiteralExpression(handlers)) return;
    for (const handler of handlers.properties)
      if (!isSpreadAssignment(handler) && handler.name) addAnswers(handler.name);
  }

  function addAnswers(handler: Node): void {
    const type = checker.getTypeAtLocation(handler);
    if (!type) return;
    for (const signature of checker.getSignaturesOfType(type, SignatureKind.Call))
      addObjects('answer', checker.getReturnTypeOfSignature(signature));
  }

  /** `value as Shape` of an unknown value: the value is assumed to have these fields. */
  function readCast(cast: AsExpression): void {
    const from = checker.getTypeAtLocation(cast.expression);
    if (from && from.flags & (TypeFlags.Any | TypeFlags.Unknown))
      addObjects('read', checker.getTypeAtLocation(cast.type));
  }

  function readTemplate(template: TemplateExpression): void {
    const { head, templateSpans } = template;
    // The start of the text decides, and it may be a constant.
    if (head.text === '' || OWN_NAME.test(head.text)) for (const text of textsOf(template, checker)) addOwnName(text);
    if (head.text === SSE_EVENT) leave(templateSpans[0]?.expression, 'event', 'text');
  }

  const templates: TemplateExpression[] = [];
  function see(node: Node): void {
    const text = plainText(node);
    if (text !== undefined) addOwnName(text);
    else if (isCallExpression(node) || isNewExpression(node)) seeCall(node);
    else if (isAsExpression(node)) readCast(node);
    else if (isTypeReferenceNode(node)) readTables(node.typeName.getText(), node.typeArguments?.[0]);
    else if (isTemplateExpression(node)) templates.push(node);
    node.forEachChild(see);
  }

  function seeCall(call: CallExpression | NewExpression): void {
    calls.push(call);
    const name = nameOfCallee(call) ?? '';
    const same = callsByName.get(name);
    if (same) same.push(call);
    else callsByName.set(name, [call]);
  }

  for (const file of files) see(file);
  for (const call of calls) readCall(call);
  for (const template of templates) readTemplate(template);
  return [...lines].sort();
}
