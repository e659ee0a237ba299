import { useCallback } from 'react';
import type { MessageKey } from '../../i18n/catalogs.ts';
import { useTexts } from '../../i18n/text.tsx';
import type { Notifications } from '../../ui/notifications.ts';
import { useNotifications } from '../../ui/notifications-context.tsx';

/** Why the app stops a device by itself, where the present page does not show it. */
export type StopReason = 'page-left' | 'session-over' | 'device-changed' | 'hidden' | 'slept';

const TEXTS: Readonly<Record<StopReason, MessageKey>> = {
  'page-left': 'dock.stopped.pageLeft',
  'session-over': 'dock.sessionOver',
  'device-changed': 'dock.stopped.deviceChanged',
  hidden: 'dock.stopped.hidden',
  slept: 'dock.stopped.slept',
};

/**
 * Shows the reason of a stop in one line, on the present page. A reason that is already on the screen is not repeated. Returns the
 * id of the notification.
 */
export function showStopReason(
  reason: StopReason,
  { notifications, textOf }: { notifications: Notifications; textOf: (key: MessageKey) => string },
): number {
  return notifications.show({ tone: 'warning', message: textOf(TEXTS[reason]) });
}

/** The same for components. */
export function useShowStopReason(): (reason: StopReason) => void {
  const notifications = useNotifications();
  const { t } = useTexts();
  return useCallback((reason) => showStopReason(reason, { notifications, textOf: t }), [notifications, t]);
}
