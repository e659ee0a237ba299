import { isConnectionKey } from '@tactus/protocol';
import { useLocation, useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ConnectionTroubleAlert } from '../../device/dock/connection-trouble-alert.tsx';
import { ConnectionKeyField } from '../../device/linked/connection-key-field.tsx';
import { FoldedLedGuide } from '../../device/linked/led-guide.tsx';
import { linkDeviceByKey } from '../../device/linked/link-device-by-key.ts';
import { TryVirtualDevice } from '../../device/linked/try-virtual-device.tsx';
import { useDevice } from '../../device/session/device-context.tsx';
import { useLanguagePicker, useTexts } from '../../i18n/text.tsx';
import { useSetting, useSettingsStore } from '../../settings/use-settings.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useNotifications } from '../../ui/notifications-context.tsx';
import { Select } from '../../ui/select.tsx';
import styles from './device-selection-page.module.css';
import { DeviceTypeChoice } from './device-type-choice.tsx';
import { redirectTarget } from './redirect-target.ts';

/** First use: choosing the device and connecting it. */
export function DeviceSelectionPage() {
  const { t } = useTexts();
  const settings = useSettingsStore();
  const device = useSetting((state) => state.device);
  const own = useDevice();
  const router = useRouter();
  const notifications = useNotifications();
  const languages = useLanguagePicker(() =>
    notifications.show({ tone: 'negative', message: t('error.languageNotLoaded') }),
  );
  const query = useLocation({ select: (location) => location.searchStr });

  function goOn(connectionKey?: string) {
    settings.update({ deviceSelectionComplete: true });
    if (connectionKey !== undefined) linkDeviceByKey({ device: own, settings }, connectionKey);
    router.history.push(redirectTarget(query));
  }

  return (
    <div className="column gap-20">
      <div className="column gap-4">
        <h1 className="title-xl">{t('deviceSelection.title')}</h1>
        <p className="muted">{t('deviceSelection.lead')}</p>
      </div>
      <fieldset className={styles['pictures']} aria-label={t('deviceSelection.devices')}>
        <DeviceTypeChoice
          device="The Handy"
          text={t('deviceSelection.handy')}
          chosen={device === 'The Handy'}
          onChoose={settings.chooseDevice}
        />
        <DeviceTypeChoice
          device="Oh"
          text={t('deviceSelection.oh')}
          chosen={device === 'Oh'}
          onChoose={settings.chooseDevice}
        />
      </fieldset>
      <Card title={t('connect.title')}>
        <ConnectionTroubleAlert />
        <KeyForm onKey={goOn} />
        <TryVirtualDevice onKey={goOn} />
      </Card>
      <FoldedLedGuide />
      <div className="column gap-12">
        <Select label={t('settings.language')} {...languages} />
        <Button variant="plain" onClick={() => goOn()}>
          {t('deviceSelection.skip')}
        </Button>
      </div>
    </div>
  );
}

function KeyForm({ onKey }: { onKey: (key: string) => void }) {
  const { t } = useTexts();
  const stored = useSetting((state) => state.connectionKey);
  const [text, setText] = useState(stored);
  const [tried, setTried] = useState(false);
  const key = text.trim();
  const error =
    key === '' ? t('error.connectionKeyRequired') : isConnectionKey(key) ? undefined : t('connect.key.invalid');

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (error === undefined) onKey(key);
  }

  return (
    <form className="column gap-12" onSubmit={submit} noValidate>
      <ConnectionKeyField error={tried ? error : undefined} value={text} onChange={setText} />
      <Button type="submit" variant="primary" size="lg" wide>
        {t('connect.submit')}
      </Button>
    </form>
  );
}
