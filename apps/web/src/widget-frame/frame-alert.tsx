import { useStore } from 'zustand';
import { useNotifications } from '../ui/notifications-context.tsx';
import styles from './frame.module.css';

/**
 * The newest error, as a line of the frame: the list of the app would cover Stop in so small a frame. It goes after its time,
 * unless the pointer is on it.
 */
export function FrameAlert() {
  const notifications = useNotifications();
  const newest = useStore(notifications.state, (shown) => shown.at(-1));
  return (
    <p
      role="alert"
      className={styles['alert']}
      onPointerMove={({ movementX, movementY }) => {
        // A pointer that rests where the line appears does not hold it.
        if (movementX !== 0 || movementY !== 0) notifications.hold(true);
      }}
      onPointerLeave={() => notifications.hold(false)}
    >
      {newest?.message}
      {newest?.caption !== undefined && <span className="note">{` ${newest.caption}`}</span>}
    </p>
  );
}
