import { useTexts } from '../../../i18n/text.tsx';
import { formatClockTime } from '../../../ui/clock-text.ts';
import type { ListedEntry } from './library-search.ts';

/** The line below the title of an entry: length, variants, tags, and its missing files. */
export function useEntrySubtitle(): (listed: ListedEntry) => string {
  const { t } = useTexts();
  return ({ entry, missing }) =>
    [
      ...(missing === 'script' ? [t('player.library.lacksScript')] : []),
      ...(missing === 'medium'
        ? [t(entry.medium === undefined ? 'player.library.scriptAlone' : 'player.library.lacksMedium')]
        : []),
      ...(entry.durationMs > 0 ? [formatClockTime(entry.durationMs)] : []),
      ...(entry.scripts.length > 1 ? [t('player.library.variants', { count: entry.scripts.length })] : []),
      ...(entry.tags.length > 0 ? [entry.tags.join(', ')] : []),
    ].join(' · ');
}
