import { useTexts } from '../i18n/text.tsx';
import { type AsyncAction, useAsyncAction } from '../ui/use-async-action.ts';

/** Runs a request to home; a failure is shown. */
export function useGroupAction(): AsyncAction {
  const { t } = useTexts();
  return useAsyncAction(() => ({ message: t('group.failed') }));
}
