import { useState } from 'react';
import { forgetDevice } from '../../device/linked/forget-device.ts';
import { useDevice } from '../../device/session/device-context.tsx';
import type { MessageKey } from '../../i18n/catalogs.ts';
import { useTexts } from '../../i18n/text.tsx';
import { deleteStoredAppData } from '../../settings/delete-stored-data.ts';
import { browserStorageOf, openStorage } from '../../settings/key-value-storage.ts';
import { useSetting, useSettingsStore } from '../../settings/use-settings.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { InlineQuestion, takeFocus, useFocusBack } from '../../ui/inline-question.tsx';
import { useClock } from '../../ui/time-context.tsx';
import { SettingSwitch } from './setting-switch.tsx';
import styles from './settings-page.module.css';

/** How long a wipe waits for the Stop of a device that may be offline. */
const STOP_WAIT_MS = 5000;

const LEAVES: readonly MessageKey[] = [
  'settings.privacy.leaves.device',
  'settings.privacy.leaves.scripts',
  'settings.privacy.leaves.addresses',
  'settings.privacy.leaves.sharing',
  'settings.privacy.leaves.groups',
  'settings.privacy.leaves.widget',
  'settings.privacy.leaves.analytics',
];

/** The data that leave this browser, and buttons to delete the stored ones. */
export function PrivacyCard() {
  const { t } = useTexts();
  return (
    <Card title={t('settings.privacy')}>
      <SettingSwitch name="analyticsAgreed" label="settings.privacy.analytics" hint="settings.privacy.analytics.hint" />
      <div>
        <h3 className={styles['subtitle']}>{t('settings.privacy.leaves')}</h3>
        <ul className={styles['list']}>
          {LEAVES.map((key) => (
            <li key={key}>{t(key)}</li>
          ))}
        </ul>
      </div>
      <Forget />
    </Card>
  );
}

function Forget() {
  const { t } = useTexts();
  const device = useDevice();
  const time = useClock();
  const settings = useSettingsStore();
  const key = useSetting((state) => state.connectionKey);
  const [isConfirming, setConfirming] = useState(false);
  const opener = useFocusBack(isConfirming);

  const forget = () => forgetDevice({ device, settings, storage: openStorage(() => window.localStorage) }, key);
  async function wipe() {
    try {
      if (key !== '') await Promise.race([device.stop(), time.sleep(STOP_WAIT_MS)]);
      device.disconnect();
      const storages = [browserStorageOf(() => window.localStorage), browserStorageOf(() => window.sessionStorage)];
      await deleteStoredAppData({
        storages: storages.filter((storage) => storage !== undefined),
        databases: window.indexedDB as IDBFactory | undefined, // some browsers have none
      });
    } finally {
      // The settings in memory would be stored again with the next change.
      window.location.assign('/');
    }
  }

  if (isConfirming) {
    return (
      <InlineQuestion
        className="grid gap-12"
        label={t('settings.privacy.wipe.ask')}
        onClose={() => setConfirming(false)}
      >
        <p>{t('settings.privacy.wipe.ask')}</p>
        <div className="row wrap gap-12">
          <Button variant="danger" onClick={() => void wipe()}>
            {t('settings.privacy.wipe.yes')}
          </Button>
          <Button onClick={() => setConfirming(false)}>{t('settings.privacy.wipe.no')}</Button>
        </div>
      </InlineQuestion>
    );
  }
  return (
    <div className="row wrap gap-12">
      {key !== '' && (
        <Button
          variant="danger"
          onClick={() => {
            forget();
            takeFocus(opener.current);
          }}
        >
          {t('settings.forgetKey')}
        </Button>
      )}
      <Button ref={opener} variant="danger" onClick={() => setConfirming(true)}>
        {t('settings.privacy.wipe')}
      </Button>
    </div>
  );
}
