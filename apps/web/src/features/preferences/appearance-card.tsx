import { useTexts } from '../../i18n/text.tsx';
import { DARK_SYSTEM } from '../../settings/dark-theme.ts';
import { useSetting, useSettingsStore } from '../../settings/use-settings.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { SettingSwitch } from './setting-switch.tsx';

/** The theme, and the content filters. */
export function AppearanceCard() {
  const { t } = useTexts();
  const settings = useSettingsStore();
  const follows = useSetting((state) => state.followSystemTheme);
  const dark = useSetting((state) => state.darkMode);
  const systemIsDark = useMediaQuery(DARK_SYSTEM);
  return (
    <Card title={t('settings.appearance')}>
      <SettingSwitch name="followSystemTheme" label="settings.systemTheme" hint="settings.systemTheme.hint" />
      <Switch
        label={t('settings.darkMode')}
        hint={t('settings.darkMode.hint')}
        checked={follows ? systemIsDark : dark}
        onChange={(darkMode) => settings.update({ darkMode, followSystemTheme: false })}
      />
      <SettingSwitch name="femaleContentFilter" label="settings.femaleFilter" hint="settings.femaleFilter.hint" />
      <SettingSwitch name="japaneseContentFilter" label="settings.japaneseFilter" hint="settings.japaneseFilter.hint" />
    </Card>
  );
}
