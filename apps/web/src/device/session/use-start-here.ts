import { useEffect, useState } from 'react';
import { useTextSource } from '../../i18n/text.tsx';
import { useNotifications } from '../../ui/notifications-context.tsx';
import { useDevice } from './device-context.tsx';
import { createStartHere, type StartHere } from './start-here.ts';
import { useLatest } from './use-latest.ts';
import { useReportError } from './use-report-error.ts';

/** Starts a motion by a press: takes control from another tab first, and notifies the person. */
export function useStartHere(): StartHere['start'] {
  const device = useDevice();
  const report = useLatest(useReportError());
  const texts = useTextSource();
  const notifications = useNotifications();
  const onTaken = useLatest(() => {
    // Without its text there is no notification; dock and page show the change.
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
