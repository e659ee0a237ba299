import { useState } from 'react';
import { useTexts } from '../i18n/text.tsx';
import { useNotifications } from '../ui/notifications-context.tsx';

/** Asks something of home; what it did not do is said. `run` tells whether it was done. */
export function useGroupDeed(): { busy: boolean; run: (work: () => Promise<unknown>) => Promise<boolean> } {
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
      } catch {
        notifications.show({ tone: 'negative', message: t('group.failed') });
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
