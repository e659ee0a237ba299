import { useTexts } from '../../../i18n/text.tsx';
import type { ListedEntry } from './library-search.ts';
import { meanSpeedOf } from './thumbnail.ts';

/** A thumbnail holds the speed roughly. */
const SPEED_STEP = 10;

/** The line below the title of an entry: its missing files, how many scripts it has, their speed, and its tags. */
export function useEntrySubtitle(): (listed: ListedEntry) => string {
  const { t, number } = useTexts();
  return ({ entry, missing }) => {
    const speed = Math.round(meanSpeedOf(entry) / SPEED_STEP) * SPEED_STEP;
    return [
      ...(missing === 'script' ? [t('player.library.lacksScript')] : []),
      ...(missing === 'medium'
        ? [t(entry.medium === undefined ? 'player.library.scriptAlone' : 'player.library.lacksMedium')]
        : []),
      ...(entry.scripts.length > 1 || (entry.scripts.length > 0 && entry.medium)
        ? [t('player.library.variants', { count: entry.scripts.length })]
        : []),
      ...(speed > 0 ? [t('player.recipe.perSecond', { value: number(speed) })] : []),
      ...(entry.tags.length > 0 ? [entry.tags.join(', ')] : []),
    ].join(' · ');
  };
}
