import type { Settings } from './schema.ts';

/** The two filters of content that a person can set (product.md section 3). */
export type ContentFilters = Pick<Settings, 'femaleContentFilter' | 'japaneseContentFilter'>;

/**
 * Whether content with these tags is shown (decisions.md 52): the female filter leaves what is tagged for Oh, the Japanese
 * one what is tagged jp, and both leave what has no tags. Where both are on, both must let it pass.
 */
export function passesContentFilters(tags: readonly string[], filters: ContentFilters): boolean {
  const passes = (isOn: boolean, tag: string) => !isOn || tags.length === 0 || tags.includes(tag);
  return passes(filters.femaleContentFilter, 'oh') && passes(filters.japaneseContentFilter, 'jp');
}
