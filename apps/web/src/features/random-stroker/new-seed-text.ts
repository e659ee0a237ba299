import type { Random } from '@tactus/time';

/** Letters and digits that do not look alike. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 6;

/** A short random seed text, easy to read out and to type. */
export function newSeedText(random: Random): string {
  return Array.from({ length: LENGTH }, () => random.pick([...SIGNS])).join('');
}
