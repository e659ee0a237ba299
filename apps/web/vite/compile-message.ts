import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { CompiledMessage, MessagePiece } from '../src/i18n/format-message.ts';

/** A change of a text before it is compiled. */
export type ChangeText = (text: string) => string;

/**
 * Compiles an ICU text into the form that the app formats without a parser. Throws where it is not well-formed, or contains
 * parts that the app does not format (dates, tags, number styles).
 */
export function compileMessage(text: string, change: ChangeText = (plain) => plain): CompiledMessage {
  return compile(parse(text), change);
}

function compile(elements: readonly MessageFormatElement[], change: ChangeText): CompiledMessage {
  const pieces = elements.map((element) => pieceOf(element, change));
  if (pieces.length === 0) return '';
  const [only] = pieces;
  return pieces.length === 1 && typeof only === 'string' ? only : pieces;
}

function pieceOf(element: MessageFormatElement, change: ChangeText): MessagePiece {
  switch (element.type) {
    case TYPE.literal:
      return change(element.value);
    case TYPE.argument:
      return { value: element.value };
    case TYPE.pound:
      return { pound: true };
    case TYPE.select:
      return { select: element.value, of: optionsOf(element.options, change) };
    case TYPE.plural:
      return {
        plural: element.value,
        ordinal: element.pluralType === 'ordinal',
        offset: element.offset,
        of: optionsOf(element.options, change),
      };
    case TYPE.number:
      if (element.style === null || element.style === undefined) return { number: element.value };
      throw new Error(`The style of the number {${element.value}} is not one that the app formats`);
    default:
      throw new Error(`The app does not format ${TYPE[element.type]} {${element.value}}`);
  }
}

function optionsOf(
  options: Readonly<Record<string, { value: MessageFormatElement[] }>>,
  change: ChangeText,
): Record<string, CompiledMessage> {
  return Object.fromEntries(Object.entries(options).map(([name, { value }]) => [name, compile(value, change)]));
}
