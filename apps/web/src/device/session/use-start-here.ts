import { useEffect, useState } from 'react';
import { useTextSource } from '../../i18n/text.tsx';
import { useNotifications } from '../../ui/notifications-context.tsx';
import { useDevice } from './device-context.tsx';
import { createStartHere, type StartHere } from './start-here.ts';
import { useLatest } from './use-latest.ts';
import { useReportError } from './use-report-error.ts';

/** Starts something on the device by a press: it takes control from another tab first, and says so. */
export function useStartHere(): StartHere['start'] {
  const device = useDevice();
  const report = useLatest(useReportError());
  const texts = useTextSource();
  const notifications = useNotifications();
  const onTaken = useLatest(() => {
    // Without its text nothing can be said; dock and page show what happens.
    import('./took-over.ts').then(({ notifyTookOver }) => notifyTookOver(texts, notifications)).catch(() => undefined);
  });
  const [startHere] = useState(() =>
    createStartHere({
      device,
      onTaken: () => onTaken.current(),
      onError: (error) => report.current(error),
    }),
  );
  useEffect(() => startHere.close, [startHere]);
  return startHere.start;
}
