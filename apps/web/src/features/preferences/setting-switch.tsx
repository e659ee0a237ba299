import type { MessageKey } from '../../i18n/catalogs.ts';
import { useTexts } from '../../i18n/text.tsx';
import type { Settings } from '../../settings/schema.ts';
import { useSetting, useSettingsStore } from '../../settings/use-settings.tsx';
import { Switch } from '../../ui/switch.tsx';

interface SettingSwitchProps {
  name: { [Name in keyof Settings]: Settings[Name] extends boolean ? Name : never }[keyof Settings];
  label: MessageKey;
  hint: MessageKey;
}

/** The switch of a setting that is on or off. */
export function SettingSwitch({ name, label, hint }: SettingSwitchProps) {
  const { t } = useTexts();
  const settings = useSettingsStore();
  const checked = useSetting((state) => state[name]);
  return (
    <Switch label={t(label)} hint={t(hint)} checked={checked} onChange={(on) => settings.update({ [name]: on })} />
  );
}
