import { useTexts } from '../i18n/text.tsx';
import { type AsyncAction, useAsyncAction } from '../ui/use-async-action.ts';

/** Sends something to home; a failure is shown. */
export function useGroupAction(): AsyncAction {
  const { t } = useTexts();
  return useAsyncAction(() => ({ message: t('group.failed') }));
}
