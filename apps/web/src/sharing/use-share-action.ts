import { TactusError } from '@tactus/protocol';
import type { MessageKey } from '../i18n/catalogs.ts';
import { useTexts } from '../i18n/text.tsx';
import { type AsyncAction, useAsyncAction } from '../ui/use-async-action.ts';

const CAUSES: Readonly<Record<number, MessageKey>> = {
  404: 'sharing.failed.gone',
  507: 'sharing.failed.room',
};

/** Runs one action of the owner at a time; a failure is shown with its cause. */
export function useShareAction(): AsyncAction {
  const { t } = useTexts();
  return useAsyncAction((error) => {
    const known = error instanceof TactusError ? CAUSES[error.status] : 'sharing.failed.network';
    return { message: t('sharing.failed'), ...(known && { caption: t(known) }) };
  });
}
