import { createContext, type ReactNode, use } from 'react';
import type { Notifications } from './notifications.ts';

const NotificationsContext = createContext<Notifications | undefined>(undefined);

/** Provides the notifications to its children. */
export function NotificationsProvider({
  notifications,
  children,
}: {
  notifications: Notifications;
  children: ReactNode;
}) {
  return <NotificationsContext value={notifications}>{children}</NotificationsContext>;
}

/** The notifications of the app. */
export function useNotifications(): Notifications {
  const notifications = use(NotificationsContext);
  if (notifications === undefined) throw new Error('Notifications are used outside a NotificationsProvider');
  return notifications;
}
