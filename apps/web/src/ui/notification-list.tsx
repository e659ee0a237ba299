import { type FocusEvent, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { useTopLayer } from './front-layer.ts';
import { IconButton } from './icon-button.tsx';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconX } from './icons.ts';
import { takeFocus } from './inline-question.tsx';
import styles from './notification-list.module.css';
import type { Notification, Notifications } from './notifications.ts';

const ICONS = { negative: IconCircleX, warning: IconAlertTriangle, positive: IconCircleCheck } as const;

interface NotificationListProps {
  notifications: Notifications;
  /** Name of the region. */
  label: string;
  closeLabel: string;
}

/** Notifications, bottom-right, above the dock; in the dialog or full screen over the page, if there is one. */
export function NotificationList({ notifications, label, closeLabel }: NotificationListProps) {
  'use no memo'; // Seldom rendered: what the compiler adds would be larger than what it saves.
  const shown = useStore(notifications.state);
  const front = useTopLayer();
  const list = useRef<HTMLElement>(null);
  /** The element that had the focus before. */
  const before = useRef<Element>(null);
  const isHeld = useRef(false);
  const hasFocus = () => list.current?.contains(document.activeElement) === true;
  const isInside = (target: EventTarget | null) => target instanceof Node && list.current?.contains(target) === true;

  function hold(held: boolean): void {
    isHeld.current = held;
    notifications.hold(held);
  }

  // In another place the list is a new element: the pointer or the focus that was on the one before never leaves it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is what makes the element new.
  useEffect(() => {
    if (isHeld.current) notifications.hold(false);
    isHeld.current = false;
  }, [front, notifications]);

  function focusComes({ relatedTarget }: FocusEvent): void {
    if (!isInside(relatedTarget)) before.current = relatedTarget;
    hold(true);
  }

  function close(id: number): void {
    if (hasFocus()) takeFocus(before.current instanceof HTMLElement ? before.current : document.querySelector('main'));
    notifications.dismiss(id);
  }

  const section = (
    <section
      ref={list}
      className={styles['list']}
      aria-label={label}
      // A region that was there before announces what comes into it; one that comes with its text may not.
      aria-live="polite"
      aria-relevant="additions"
      onPointerMove={({ movementX, movementY }) => {
        // A pointer that rests where the list appears holds no notification: the list would cover the page for ever.
        if (movementX !== 0 || movementY !== 0) hold(true);
      }}
      onPointerLeave={() => hasFocus() || hold(false)}
      onFocus={focusComes}
      onBlur={({ relatedTarget }) => isInside(relatedTarget) || hold(false)}
    >
      {shown.map((notification) => (
        <Item
          key={notification.id}
          notification={notification}
          closeLabel={closeLabel}
          onClose={() => close(notification.id)}
        />
      ))}
    </section>
  );
  return front === undefined ? section : createPortal(section, front);
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
