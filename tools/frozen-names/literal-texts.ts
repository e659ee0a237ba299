import {
  type Expression,
  isArrayLiteralExpression,
  isAsExpression,
  isBinaryExpression,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isObjectLiteralExpression,
  isPropertyAssignment,
  isStringLiteral,
  isTemplateExpression,
  isVariableDeclaration,
  type Node,
  SyntaxKind,
} from 'typescript/unstable/ast';
import type { Checker } from 'typescript/unstable/sync';
import { literalsOf } from './shapes.ts';

/** Replaces the part of a text that is data. */
const DATA = '…';

/** Options with names: of a metric and its labels. */
const NAMING = ['name', 'labelNames'];

/** The possible texts of an expression, as far as the source states them: a template's own parts around `…`. */
export function textsOf(expression: Expression, checker: Checker): string[] {
  if (isAsExpression(expression)) return textsOf(expression.expression, checker);
  const folded = fold(expression, checker);
  if (folded !== undefined) return folded === DATA ? [] : [folded];
  if (isObjectLiteralExpression(expression)) {
    return expression.properties.flatMap((property) =>
      isPropertyAssignment(property) && NAMING.includes(property.name.getText())
        ? textsOf(property.initializer, checker)
        : [],
    );
  }
  if (isArrayLiteralExpression(expression)) return expression.elements.flatMap((one) => textsOf(one, checker));
  const type = checker.getTypeAtLocation(expression);
  return type ? literalsOf(type) : [];
}

/** A text in quotes or in backticks without a part that is computed. */
export function plainText(node: Node): string | undefined {
  return isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node) ? node.text : undefined;
}

/** The text of a literal, template, sum or constant; undefined for anything else. */
function fold(expression: Expression, checker: Checker): string | undefined {
  const plain = plainText(expression);
  if (plain !== undefined) return plain;
  if (isTemplateExpression(expression)) {
    const rest = expression.templateSpans.map((span) => partOf(span.expression, checker) + span.literal.text);
    return expression.head.text + rest.join('');
  }
  if (isBinaryExpression(expression) && expression.operatorToken.kind === SyntaxKind.PlusToken) {
    return partOf(expression.left, checker) + partOf(expression.right, checker);
  }
  if (!isIdentifier(expression)) return undefined;
  const declaration = checker.getResolvedSymbol(expression)?.valueDeclaration?.resolve();
  if (!declaration || !isVariableDeclaration(declaration) || !declaration.initializer) return undefined;
  return fold(declaration.initializer, checker);
}

function partOf(expression: Expression, checker: Checker): string {
  const folded = fold(expression, checker);
  if (folded !== undefined) return folded;
  const type = checker.getTypeAtLocation(expression);
  return type?.isStringLiteralType() ? type.value : DATA;
}
