import type { Random } from '@tactus/time';

/** Letters and digits that nobody takes for one another. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 6;

/** A short text for a run that nobody named, easy to read out and to type. */
export function newSeedText(random: Random): string {
  return Array.from({ length: LENGTH }, () => random.pick([...SIGNS])).join('');
}
