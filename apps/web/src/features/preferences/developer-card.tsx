import { useState } from 'react';
import { useDevice } from '../../device/session/device-context.tsx';
import type { MessageKey } from '../../i18n/catalogs.ts';
import { useTexts } from '../../i18n/text.tsx';
import type { Settings } from '../../settings/schema.ts';
import { useSetting, useSettingsStore } from '../../settings/use-settings.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { TextField } from '../../ui/text-field.tsx';
import { isWebAddress } from '../../ui/validators.ts';
import { SettingSwitch } from './setting-switch.tsx';

const FIELDS: readonly { name: keyof Settings['developer']; label: MessageKey; isAddress: boolean }[] = [
  { name: 'apiBase', label: 'settings.developer.apiBase', isAddress: true },
  { name: 'apiKey', label: 'settings.developer.apiKey', isAddress: false },
  { name: 'scriptHost', label: 'settings.developer.scriptHost', isAddress: true },
];

/** Developer mode, addresses in place of the deployment's, and the trace of calls and answers. */
export function DeveloperCard() {
  const { t } = useTexts();
  const device = useDevice();
  const on = useSetting((state) => state.developerMode);
  return (
    <Card title={t('settings.developer')}>
      <SettingSwitch name="developerMode" label="settings.developer.mode" hint="settings.developer.mode.hint" />
      {on && <Addresses />}
      <p className="note">{t('settings.developer.trace.hint')}</p>
      <div className="row wrap gap-12">
        <Button onClick={() => saveFile('tactus-trace.json', JSON.stringify(device.trace.export(), undefined, 1))}>
          {t('settings.developer.trace')}
        </Button>
      </div>
    </Card>
  );
}

/** Applied at the next start of the app, since the device is created with them. */
function Addresses() {
  const { t } = useTexts();
  const settings = useSettingsStore();
  const stored = useSetting((state) => state.developer);
  const [typed, setTyped] = useState(stored);
  const wrong = FIELDS.filter(
    ({ name, isAddress }) => isAddress && typed[name].trim() !== '' && !isWebAddress(typed[name].trim()),
  );
  return (
    <form
      className="column gap-8"
      onSubmit={(event) => {
        event.preventDefault();
        if (wrong.length > 0) return;
        const { apiBase, apiKey, scriptHost } = typed;
        settings.update({
          developer: { apiBase: apiBase.trim(), apiKey: apiKey.trim(), scriptHost: scriptHost.trim() },
        });
        window.location.reload();
      }}
    >
      {FIELDS.map((field) => (
        <TextField
          key={field.name}
          label={t(field.label)}
          hint={t('settings.developer.empty')}
          error={wrong.includes(field) ? t('settings.developer.badAddress') : undefined}
          value={typed[field.name]}
          autoComplete="off"
          onChange={(event) => setTyped({ ...typed, [field.name]: event.currentTarget.value })}
        />
      ))}
      <div className="row wrap gap-12">
        <Button type="submit">{t('settings.developer.apply')}</Button>
      </div>
    </form>
  );
}
