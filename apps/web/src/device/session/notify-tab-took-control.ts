import type { LanguageStore } from '../../i18n/language-store.ts';
import type { Notifications } from '../../ui/notifications.ts';

/** Notifies the person that this tab has taken control from another one, and that the device was stopped first. */
export async function notifyTabTookControl(
  { textOf, needText }: Pick<LanguageStore, 'textOf' | 'needText'>,
  notifications: Notifications,
): Promise<void> {
  await needText('trouble.tookOver');
  notifications.show({ tone: 'positive', message: textOf('trouble.tookOver') });
}
