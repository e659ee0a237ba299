/** A message as the build compiles it from its ICU text: a text alone, or pieces that are joined. */
export type CompiledMessage = string | readonly MessagePiece[];

/** A literal text; a value; a number as the language writes it; or one of several messages, chosen by a value. */
export type MessagePiece =
  | string
  | { readonly value: string }
  | { readonly number: string }
  | {
      readonly plural: string;
      readonly ordinal: boolean;
      readonly offset: number;
      readonly of: Readonly<Record<string, CompiledMessage>>;
    }
  | { readonly select: string; readonly of: Readonly<Record<string, CompiledMessage>> }
  /** The number of the surrounding plural. */
  | { readonly pound: true };

/** The values of a text's placeholders. */
export type TextValues = Readonly<Record<string, string | number>>;

/** Formats messages and numbers as one language writes them. */
export interface Formatter {
  /** Throws an Error where a value is missing. */
  message(message: CompiledMessage, values?: TextValues): string;
  number(value: number, decimals?: number): string;
}

/** Creates the formatter of a language. */
export function createFormatter(language: string): Formatter {
  const numbers = new Map<number | undefined, Intl.NumberFormat>();
  const plurals = new Map<boolean, Intl.PluralRules>();

  /** With so many decimals, or with those of the value. */
  function number(value: number, decimals?: number): string {
    let format = numbers.get(decimals);
    if (format === undefined) {
      const digits = decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
      format = new Intl.NumberFormat(language, digits);
      numbers.set(decimals, format);
    }
    return format.format(value);
  }

  function pluralOf(value: number, ordinal: boolean): string {
    const rules = plurals.get(ordinal) ?? new Intl.PluralRules(language, { type: ordinal ? 'ordinal' : 'cardinal' });
    plurals.set(ordinal, rules);
    return rules.select(value);
  }

  function put(message: CompiledMessage, values: TextValues, counted: number): string {
    if (typeof message === 'string') return message;
    const read = (name: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`The value "${name}" is missing`);
      return value;
    };
    const pieceText = (piece: MessagePiece): string => {
      if (typeof piece === 'string') return piece;
      if ('value' in piece) return String(read(piece.value));
      if ('number' in piece) return number(Number(read(piece.number)));
      if ('pound' in piece) return number(counted);
      if ('select' in piece) return put(piece.of[read(piece.select)] ?? piece.of['other'] ?? '', values, counted);
      const count = Number(read(piece.plural));
      const rest = count - piece.offset;
      const chosen = piece.of[`=${count}`] ?? piece.of[pluralOf(rest, piece.ordinal)] ?? piece.of['other'] ?? '';
      return put(chosen, values, rest);
    };
    return message.map(pieceText).join('');
  }

  return { message: (text, values = {}) => put(text, values, 0), number };
}
