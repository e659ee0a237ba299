import { maskKey } from '../../device/linked/linked-device-name.ts';
import { useTexts } from '../../i18n/text.tsx';
import { PRODUCT_NAMES } from '../../settings/schema.ts';
import { useSetting, useSettingsStore } from '../../settings/use-settings.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import styles from './settings-page.module.css';

/** The device type, and the linked device. */
export function DevicePreferencesCard() {
  const { t } = useTexts();
  const settings = useSettingsStore();
  const device = useSetting((state) => state.device);
  const key = useSetting((state) => state.connectionKey);
  return (
    <Card title={t('settings.device.title')}>
      <Segmented
        label={t('settings.device')}
        options={PRODUCT_NAMES.map((name) => ({ value: name, label: name }))}
        value={device}
        onChange={settings.chooseDevice}
      />
      <p className="note">{t('settings.device.hint')}</p>
      <div className={styles['row']}>
        <span>{t('connect.key')}</span>
        <span className="muted tabular">{key === '' ? t('settings.noKey') : maskKey(key)}</span>
      </div>
      <div className="row wrap gap-12">
        <LinkButton to="/device-selection" search={{ redirect: '/settings' }}>
          {key === '' ? t('dock.connect') : t('settings.otherDevice')}
        </LinkButton>
        {key !== '' && <LinkButton to="/link">{t('page.link')}</LinkButton>}
      </div>
    </Card>
  );
}
