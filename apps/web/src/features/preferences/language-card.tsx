import { useLanguagePicker, useTexts } from '../../i18n/text.tsx';
import { Card } from '../../ui/card.tsx';
import { useNotifications } from '../../ui/notifications-context.tsx';
import { Select } from '../../ui/select.tsx';

/** The language of the app. */
export function LanguageCard() {
  const { t } = useTexts();
  const notifications = useNotifications();
  const languages = useLanguagePicker(() =>
    notifications.show({ tone: 'negative', message: t('error.languageNotLoaded') }),
  );
  return (
    <Card title={t('settings.language')}>
      <Select label={t('settings.language')} labelHidden {...languages} />
      <p className="note">{t('settings.language.hint')}</p>
    </Card>
  );
}
