import { useLanguagePicker, useTexts } from '../../i18n/text.tsx';
import { DEVICE_NAMES } from '../../settings/schema.ts';
import { useSetting, useSettingsStore } from '../../settings/use-settings.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { useNotifications } from '../../ui/notifications-context.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import styles from './settings-page.module.css';

/** The person's settings that have an effect now. */
export function SettingsPage() {
  return (
    <div className={styles['cards']}>
      <Appearance />
      <Language />
      <Connection />
      <Safety />
    </div>
  );
}

function Appearance() {
  const { t } = useTexts();
  const settings = useSettingsStore();
  const device = useSetting((state) => state.device);
  const dark = useSetting((state) => state.darkMode);
  return (
    <Card title={t('settings.appearance')}>
      <div className={styles['choice']}>
        <p>{t('settings.device')}</p>
        <Segmented
          label={t('settings.device')}
          options={DEVICE_NAMES.map((name) => ({ value: name, label: name }))}
          value={device}
          onChange={settings.chooseDevice}
        />
        <p className={styles['hint']}>{t('settings.device.hint')}</p>
      </div>
      <Switch
        label={t('settings.darkMode')}
        hint={t('settings.darkMode.hint')}
        checked={dark}
        onChange={(darkMode) => settings.update({ darkMode })}
      />
    </Card>
  );
}

function Language() {
  const { t } = useTexts();
  const notifications = useNotifications();
  const languages = useLanguagePicker(() =>
    notifications.show({ tone: 'negative', message: t('error.languageNotLoaded') }),
  );
  return (
    <Card title={t('settings.language')}>
      <Select label={t('settings.language')} labelHidden {...languages} />
      <p className={styles['hint']}>{t('settings.language.hint')}</p>
    </Card>
  );
}

function Connection() {
  const { t } = useTexts();
  const settings = useSettingsStore();
  const key = useSetting((state) => state.connectionKey);
  return (
    <Card title={t('settings.connection')}>
      <div className={styles['row']}>
        <span>{t('connect.key')}</span>
        <span className={styles['key']}>{key === '' ? t('settings.noKey') : maskKey(key)}</span>
      </div>
      <div className={styles['actions']}>
        <LinkButton to="/device-selection" search={{ redirect: '/settings' }}>
          {key === '' ? t('dock.connect') : t('settings.otherDevice')}
        </LinkButton>
        {key !== '' && (
          <Button variant="danger" onClick={() => settings.update({ connectionKey: '' })}>
            {t('settings.forgetKey')}
          </Button>
        )}
      </div>
    </Card>
  );
}

function Safety() {
  const { t } = useTexts();
  const settings = useSettingsStore();
  const stopOnLeave = useSetting((state) => state.stopOnLeave);
  return (
    <Card title={t('settings.safety')}>
      <Switch
        label={t('settings.stopOnLeave')}
        hint={t('settings.stopOnLeave.hint')}
        checked={stopOnLeave}
        onChange={(next) => settings.update({ stopOnLeave: next })}
      />
    </Card>
  );
}

/** Enough of a key to know it by, too little to use it. */
function maskKey(key: string): string {
  return `${key.slice(0, 2)}${'•'.repeat(6)}${key.slice(-2)}`;
}
