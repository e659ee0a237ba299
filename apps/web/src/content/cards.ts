import * as z from 'zod/mini';

/** A recommendation: a page of this app, or a project or an integration elsewhere. */
export interface ContentCard {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** A path of this origin, or `https:`. */
  readonly url: string;
  readonly licence?: string | undefined;
  /** The devices or programs that it works with, as text. */
  readonly devices?: string | undefined;
  readonly tags: readonly string[];
  /** Title and text in other languages than English, by their codes. */
  readonly translations?: Readonly<Record<string, { readonly title: string; readonly text: string }>> | undefined;
}

/** A card in the language of the reader, where it is translated. */
export interface LocalizedCard extends Omit<ContentCard, 'translations'> {
  /** The language of its texts. */
  readonly lang: string;
}

/** Gives a card in a language; in English where it is not translated. */
export function localizeCard({ translations, ...card }: ContentCard, language: string): LocalizedCard {
  const translated = translations?.[language];
  return translated ? { ...card, ...translated, lang: language } : { ...card, lang: 'en' };
}

/** The names of the lists of cards; each is a file below `/content/`. */
export type CardListName = 'carousel' | 'community' | 'partners';

const text = z.string().check(z.trim(), z.minLength(1));
const card = z.object({
  id: text,
  title: text,
  text,
  url: z.string().check(z.regex(/^(https:\/\/[^/\s]|\/(?![/\\]))\S*$/)),
  licence: z.catch(z.optional(text), undefined),
  devices: z.catch(z.optional(text), undefined),
  tags: z.catch(z.array(z.string()), []),
  translations: z.catch(z.optional(z.record(z.string(), z.object({ title: text, text }))), undefined),
});

/** Reads a list of cards liberally: invalid entries are skipped. @internal */
export function parseCards(value: unknown): ContentCard[] {
  const cards: unknown = Object(value).cards;
  if (!Array.isArray(cards)) return [];
  return cards.flatMap((one) => {
    const read = card.safeParse(one);
    return read.success ? [read.data] : [];
  });
}

/** Fetches a list of cards. Rejects where the network fails or the server has none. */
export async function fetchCards(
  list: CardListName,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<ContentCard[]> {
  const response = await fetch(`/content/${list}.json`, { credentials: 'omit', signal });
  if (!response.ok) throw new Error(`The cards of ${list} are not to be had: ${response.status}`);
  return parseCards(await response.json());
}
