import { useSiteUrl } from '../../../device/session/deployment.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { useNotifications } from '../../../ui/notifications-context.tsx';

/** Only phones and some desktops have a share sheet. */
export const hasShareSheet = (): boolean => typeof navigator.share === 'function';

/** Sends the address of a path on this site: by the platform's share sheet, or else by the clipboard. */
export function useSendAddress(): {
  readonly addressOf: (path: string) => string;
  readonly send: (path: string) => Promise<void>;
  readonly copy: (path: string) => Promise<void>;
} {
  const { t } = useTexts();
  const site = useSiteUrl();
  const notifications = useNotifications();
  const addressOf = (path: string) => `${site}${path}`;

  async function copy(path: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(addressOf(path));
      notifications.show({ tone: 'positive', message: t('sharing.copied') });
    } catch {
      // Only secure contexts may copy; elsewhere the person copies the shown link.
      notifications.show({ tone: 'warning', message: t('sharing.notCopied') });
    }
  }

  async function send(path: string): Promise<void> {
    if (!hasShareSheet()) return copy(path);
    try {
      await navigator.share({ url: addressOf(path) });
    } catch (error) {
      // The person has closed the share sheet: no error. A browser that shows none at this moment may still copy.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy(path);
    }
  }

  return { addressOf, send, copy };
}
