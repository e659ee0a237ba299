import { useTexts } from '../i18n/text.tsx';
import { type Deed, useDeed } from '../ui/use-deed.ts';

/** Asks something of home; what it did not do is said. */
export function useGroupDeed(): Deed {
  const { t } = useTexts();
  return useDeed(() => ({ message: t('group.failed') }));
}
