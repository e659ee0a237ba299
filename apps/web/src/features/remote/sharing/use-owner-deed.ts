import { useState } from 'react';
import type { MessageKey } from '../../../i18n/catalogs.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { ShareError } from '../../../sharing/owner-api.ts';
import { useNotifications } from '../../../ui/notifications-context.tsx';

const CAUSES: Readonly<Record<number, MessageKey>> = {
  404: 'sharing.failed.gone',
  507: 'sharing.failed.room',
};

/** Does something of the owner's, one at a time; what fails is shown with its cause. `run` says whether it was done. */
export function useOwnerDeed(): { busy: boolean; run: (work: () => Promise<unknown>) => Promise<boolean> } {
  const { t } = useTexts();
  const notifications = useNotifications();
  const [busy, setBusy] = useState(false);
  return {
    busy,
    async run(work) {
      setBusy(true);
      try {
        await work();
        return true;
      } catch (error) {
        const known = error instanceof ShareError ? CAUSES[error.status] : 'sharing.failed.network';
        const caption = known === undefined && error instanceof Error ? error.message : known && t(known);
        notifications.show({ tone: 'negative', message: t('sharing.failed'), ...(caption && { caption }) });
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
