import { useEffect, useState } from 'react';
import { useTextSource } from '../../i18n/text.tsx';
import { useNotifications } from '../../ui/notifications-context.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import { useDevice } from './device-context.tsx';
import { createStartInThisTab, type StartInThisTab } from './start-in-this-tab.ts';
import { useShowError } from './use-show-error.ts';

/** Starts a motion by a press: takes control from another tab first, and notifies the person. */
export function useStartInThisTab(): StartInThisTab['start'] {
  const device = useDevice();
  const report = useLatest(useShowError());
  const texts = useTextSource();
  const notifications = useNotifications();
  const onTaken = useLatest(() => {
    // Without its text there is no notification; dock and page show the change.
    import('./notify-tab-took-control.ts')
      .then(({ notifyTabTookControl }) => notifyTabTookControl(texts, notifications))
      .catch(() => undefined);
  });
  const [startHere] = useState(() =>
    createStartInThisTab({
      device,
      onTaken: () => onTaken.current(),
      onError: (error) => report.current(error),
    }),
  );
  useEffect(() => startHere.close, [startHere]);
  return startHere.start;
}
