import type { Settings } from './schema.ts';

/** The two filters of content that a person can set. */
export type ContentFilters = Pick<Settings, 'femaleContentFilter' | 'japaneseContentFilter'>;

/**
 * Whether content with these tags is shown: the female filter shows content tagged for Oh, the Japanese filter
 * content tagged jp, and both show content without tags. Where both are on, both must let the content pass.
 */
export function passesContentFilters(tags: readonly string[], filters: ContentFilters): boolean {
  const passes = (isOn: boolean, tag: string) => !isOn || tags.length === 0 || tags.includes(tag);
  return passes(filters.femaleContentFilter, 'oh') && passes(filters.japaneseContentFilter, 'jp');
}
