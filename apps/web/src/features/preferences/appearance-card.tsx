import { useTexts } from '../../i18n/text.tsx';
import { useSetting, useSettingsStore } from '../../settings/use-settings.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/switch.tsx';

/** The theme, and the content filters. */
export function AppearanceCard() {
  const { t } = useTexts();
  const settings = useSettingsStore();
  const dark = useSetting((state) => state.darkMode);
  const female = useSetting((state) => state.femaleContentFilter);
  const japanese = useSetting((state) => state.japaneseContentFilter);
  return (
    <Card title={t('settings.appearance')}>
      <Switch
        label={t('settings.darkMode')}
        hint={t('settings.darkMode.hint')}
        checked={dark}
        onChange={(darkMode) => settings.update({ darkMode })}
      />
      <Switch
        label={t('settings.femaleFilter')}
        hint={t('settings.femaleFilter.hint')}
        checked={female}
        onChange={(femaleContentFilter) => settings.update({ femaleContentFilter })}
      />
      <Switch
        label={t('settings.japaneseFilter')}
        hint={t('settings.japaneseFilter.hint')}
        checked={japanese}
        onChange={(japaneseContentFilter) => settings.update({ japaneseContentFilter })}
      />
    </Card>
  );
}
