import * as z from 'zod/mini';
import type { Schema } from '../endpoint.ts';
import { isPersonName, removeHiddenCharacters } from './person-name.ts';

/** Longest display name of a person. */
export const PERSON_NAME_LENGTH_MAX = 40;
const LINK_SECRET_LENGTH_MAX = 128;

/** A number within bounds, both included. */
/* @__NO_SIDE_EFFECTS__ */
export function numberWithin(name: string, min: number, max: number) {
  const text = `${name} must be a number from ${min} to ${max}`;
  return z.number(text).check(z.gte(min, text), z.lte(max, text));
}

/** A whole number within bounds, both included. */
/* @__NO_SIDE_EFFECTS__ */
export function wholeWithin(name: string, min: number, max: number) {
  const text = `${name} must be a whole number from ${min} to ${max}`;
  return z.int(text).check(z.gte(min, text), z.lte(max, text));
}

/** True or false. */
/* @__NO_SIDE_EFFECTS__ */
export const yesOrNo = (name: string) => z.boolean(`${name} must be true or false`);

/** A text of at most so many characters; hidden characters are removed from it. */
/* @__NO_SIDE_EFFECTS__ */
export function cleanText(name: string, lengthMax: number) {
  const text = `${name} must be a text of at most ${lengthMax} characters`;
  return z.pipe(z.string(text).check(z.maxLength(lengthMax, text)), z.transform(removeHiddenCharacters));
}

/** A person's display name: hidden characters are removed from it, and something must be left to see. */
/* @__NO_SIDE_EFFECTS__ */
export function personName(name: string, lengthMax: number) {
  const text = `${name} must be a text of 1 to ${lengthMax} characters that can be seen`;
  return z
    .pipe(z.string(text), z.transform(removeHiddenCharacters))
    .check(z.refine((value) => isPersonName(value, lengthMax), text));
}

/** The secret of a link. One of a wrong form is wrong, as any other. */
export const linkSecret = z.object({ secret: z.catch(z.string().check(z.maxLength(LINK_SECRET_LENGTH_MAX)), '') });

/** Exchanges the secret of a link for a session. */
export const linkEntry = z.extend(linkSecret, { name: personName('name', PERSON_NAME_LENGTH_MAX) });

/** The texts of a list's faults. */
interface ListTexts {
  /** Of a value that is no list, or is of a wrong length. */
  readonly list: string;
  /** Of an item, from the item's own text; without it that text is reported. */
  readonly item?: (index: number, text: string) => string;
}

/**
 * A list, checked item by item up to the first fault: a long list of invalid items costs no more than one.
 */
/* @__NO_SIDE_EFFECTS__ */
export function listOf<I extends Schema>(
  item: I,
  { min, max }: { readonly min: number; readonly max: number },
  texts: ListTexts,
): z.ZodMiniArray<I> {
  const read = z.transform((raw: unknown, { issues }) => {
    const fail = (message: string) => {
      issues.push({ code: 'custom', message, input: raw });
      return z.NEVER;
    };
    if (!Array.isArray(raw) || raw.length < min || raw.length > max) return fail(texts.list);
    const items: z.output<I>[] = [];
    for (const [index, value] of raw.entries()) {
      const read = z.safeParse(item, value);
      const text = read.error?.issues[0]?.message ?? texts.list;
      if (!read.success) return fail(texts.item?.(index, text) ?? text);
      items.push(read.data);
    }
    return items;
  });
  // Types and the API document see the list alone.
  const list = z.array(item).check(z.minLength(min), z.maxLength(max));
  return z.pipe(read, list as never) as unknown as typeof list;
}
