import { useTexts } from '../i18n/text.tsx';
import { useNotifications } from '../ui/notifications-context.tsx';
import { errorText } from './error-text.ts';

/** Shows what went wrong with a command, in the person's language. */
export function useReportError(): (error: unknown) => void {
  const notifications = useNotifications();
  const { t } = useTexts();
  return (error) => {
    const key = errorText(error);
    if (key !== undefined) notifications.show({ tone: 'negative', message: t(key) });
  };
}
