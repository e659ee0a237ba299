import { useTexts } from '../../i18n/text.tsx';
import { DARK_SYSTEM } from '../../settings/dark-theme.ts';
import { useSetting, useSettingsStore } from '../../settings/use-settings.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';

/** The theme, and the content filters. */
export function AppearanceCard() {
  const { t } = useTexts();
  const settings = useSettingsStore();
  const follows = useSetting((state) => state.followSystemTheme);
  const dark = useSetting((state) => state.darkMode);
  const systemIsDark = useMediaQuery(DARK_SYSTEM);
  const female = useSetting((state) => state.femaleContentFilter);
  const japanese = useSetting((state) => state.japaneseContentFilter);
  return (
    <Card title={t('settings.appearance')}>
      <Switch
        label={t('settings.systemTheme')}
        hint={t('settings.systemTheme.hint')}
        checked={follows}
        onChange={(followSystemTheme) => settings.update({ followSystemTheme })}
      />
      <Switch
        label={t('settings.darkMode')}
        hint={t('settings.darkMode.hint')}
        checked={follows ? systemIsDark : dark}
        onChange={(darkMode) => settings.update({ darkMode, followSystemTheme: false })}
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
