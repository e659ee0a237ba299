import type { Time } from '@tactus/time';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** How long a notification stays. */
const NOTIFICATION_TIMEOUT_MS = 5000;

/** The three kinds of notification. */
export type NotificationTone = 'negative' | 'warning' | 'positive';

/** The content of a notification. */
export interface NotificationText {
  readonly tone: NotificationTone;
  readonly message: string;
  readonly caption?: string;
}

/** A notification on the screen. */
export interface Notification extends NotificationText {
  readonly id: number;
}

/** The notifications on the screen, oldest first. */
export interface Notifications {
  readonly state: StoreApi<readonly Notification[]>;
  /** Shows a notification for 5 s. One that is on the screen already is not repeated: its time begins again. Returns its id. */
  show(text: NotificationText): number;
  dismiss(id: number): void;
  /** Holds all notifications while the pointer or the focus is on one; they close 5 s after it has left. */
  hold(held: boolean): void;
}

/** Creates an empty list of notifications. */
export function createNotifications(time: Time): Notifications {
  const state = createStore<readonly Notification[]>()(() => []);
  const timers = new Map<number, () => void>();
  let nextId = 1;

  function stopTimer(id: number) {
    timers.get(id)?.();
    timers.delete(id);
  }

  function dismiss(id: number) {
    stopTimer(id);
    state.setState((shown) => shown.filter((notification) => notification.id !== id), true);
  }

  function startTimer(id: number) {
    stopTimer(id);
    timers.set(
      id,
      time.after(NOTIFICATION_TIMEOUT_MS, () => dismiss(id)),
    );
  }

  return {
    state,
    dismiss,
    show(text) {
      const shown = state.getState();
      // Those without a timer are held, and so is the new one.
      const isHeld = timers.size < shown.length;
      const same = shown.find(
        ({ tone, message, caption }) => tone === text.tone && message === text.message && caption === text.caption,
      );
      const id = same?.id ?? nextId++;
      if (same === undefined) state.setState([...shown, { ...text, id }], true);
      if (!isHeld) startTimer(id);
      return id;
    },
    hold(held) {
      for (const { id } of state.getState()) {
        if (held) stopTimer(id);
        else startTimer(id);
      }
    },
  };
}
