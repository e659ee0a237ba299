import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconX } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { IconButton } from './icon-button.tsx';
import styles from './notification-list.module.css';
import type { Notification, Notifications } from './notifications.ts';

const ICONS = { negative: IconCircleX, warning: IconAlertTriangle, positive: IconCircleCheck } as const;

interface NotificationListProps {
  notifications: Notifications;
  /** Name of the region. */
  label: string;
  closeLabel: string;
}

/** Notifications, bottom-right, above the dock. */
export function NotificationList({ notifications, label, closeLabel }: NotificationListProps) {
  const shown = useStore(notifications.state);
  return (
    <section
      className={styles['list']}
      aria-label={label}
      onPointerMove={({ movementX, movementY }) => {
        // A pointer that rests where the list appears holds nothing: it would cover what is under it for ever.
        if (movementX !== 0 || movementY !== 0) notifications.hold(true);
      }}
      onPointerLeave={() => notifications.hold(false)}
    >
      {shown.map((notification) => (
        <Item
          key={notification.id}
          notification={notification}
          closeLabel={closeLabel}
          onClose={() => notifications.dismiss(notification.id)}
        />
      ))}
    </section>
  );
}

function Item({
  notification,
  closeLabel,
  onClose,
}: {
  notification: Notification;
  closeLabel: string;
  onClose: () => void;
}) {
  const Icon = ICONS[notification.tone];
  return (
    <div className={styles['item']} role={notification.tone === 'negative' ? 'alert' : 'status'}>
      <Icon className={styles[notification.tone]} size={22} aria-hidden="true" />
      <div className={styles['words']}>
        <p className={styles['message']}>{notification.message}</p>
        {notification.caption !== undefined && <p className={styles['caption']}>{notification.caption}</p>}
      </div>
      <IconButton label={closeLabel} onClick={onClose}>
        <IconX size={18} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
