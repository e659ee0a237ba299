import { fieldsOf } from '@tactus/protocol';
import { isNonEmptyText, TIP_LANGUAGES } from './tips.ts';

/** Tags of a card. `/partners/:filter` accepts the first five; the Japanese filter shows cards that are tagged `jp` or have no tag. */
export const CARD_TAGS = ['all', 'free', 'subscription', 'vr', 'oh', 'jp'] as const;

/** A link to a project or an integration elsewhere. */
export interface ContentCard {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Absolute and `https:`, or a path of this origin. */
  readonly url: string;
  readonly licence?: string;
  /** The devices that the project works with, in words. */
  readonly devices?: string;
  readonly tags: readonly (typeof CARD_TAGS)[number][];
  /** Title and text in languages of the app other than English; a missing language shows English. */
  readonly translations?: Readonly<Partial<Record<(typeof TIP_LANGUAGES)[number], Words>>>;
}

interface Words {
  readonly title: string;
  readonly text: string;
}

const VERSION = 1;

/** Reads the cards of a content file. Throws an Error that names the first invalid card. */
export function parseCards(file: unknown): readonly ContentCard[] {
  const { version, cards } = fieldsOf(file);
  if (version !== VERSION || !Array.isArray(cards)) throw new Error(`cards must be {"version": ${VERSION}, "cards"}`);
  const seen = new Set<unknown>();
  for (const [index, card] of cards.entries()) {
    const { id } = fieldsOf(card);
    if (!isCard(card) || seen.has(id)) throw new Error(`entry ${index} (${String(id)}) is no card`);
    seen.add(id);
  }
  return cards;
}

function isCard(value: unknown): value is ContentCard {
  const { id, title, text, url, licence, devices, tags, translations = {}, ...others } = fieldsOf(value);
  return (
    [id, title, text, licence ?? 'none', devices ?? 'none'].every(isNonEmptyText) &&
    typeof url === 'string' &&
    /^(https:\/\/[^/\s]|\/(?![/\\]))\S*$/.test(url) &&
    Array.isArray(tags) &&
    tags.every((tag) => CARD_TAGS.some((known) => known === tag)) &&
    Object.entries(fieldsOf(translations)).every(isTranslation) &&
    Object.keys(others).length === 0
  );
}

function isTranslation([language, words]: [string, unknown]): boolean {
  const { title, text, ...others } = fieldsOf(words);
  const isKnown = TIP_LANGUAGES.some((known) => known === language && known !== 'en-US');
  return isKnown && isNonEmptyText(title) && isNonEmptyText(text) && Object.keys(others).length === 0;
}
