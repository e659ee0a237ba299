import { useTextSource } from '../../i18n/text.tsx';
import { useNotifications } from '../../ui/notifications-context.tsx';
import { useClock } from '../../ui/time-context.tsx';
import { errorNotificationText } from './error-text.ts';

/** Shows the error of a command, in the person's language. */
export function useShowError(): (error: unknown) => void {
  const notifications = useNotifications();
  const texts = useTextSource();
  const time = useClock();
  return (error) => {
    void errorNotificationText(error, texts, time).then((text) => text && notifications.show(text));
  };
}
