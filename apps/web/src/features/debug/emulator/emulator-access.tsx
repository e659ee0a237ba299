import { isLoopbackAddress } from '../../../device/browser/site-url.ts';
import { useSiteUrl } from '../../../device/session/deployment.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { useSetting, useSettingsStore } from '../../../settings/use-settings.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { IconCopy } from '../../../ui/icons.ts';
import { useNotifications } from '../../../ui/notifications-context.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import styles from '../debug.module.css';
import own from './emulator-address.module.css';

/**
 * How others reach the device of this tab: the site as a link and a code, and the key to type there. No address contains
 * the key, for browsers and servers store addresses.
 */
export function EmulatorAccess({ connectionKey }: { connectionKey: string }) {
  const { t } = useTexts();
  const settings = useSettingsStore();
  const notifications = useNotifications();
  const inUse = useSetting((state) => state.connectionKey === connectionKey);
  const address = `${useSiteUrl()}/device-selection`;

  async function copy(text: string) {
    const copied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    notifications.show(
      copied === true
        ? { tone: 'positive', message: t('debug.emulator.copied') }
        : { tone: 'warning', message: t('debug.emulator.noCopy') },
    );
  }

  return (
    <Card title={t('debug.emulator.reach')}>
      {isLoopbackAddress(address) && (
        <Alert tone="info" title={t('debug.emulator.local')}>
          {t('debug.emulator.local.text')}
        </Alert>
      )}
      <div className={own['reach']}>
        <QrCode address={address} label={t('debug.emulator.code')} />
        <div className="column gap-16 shrink">
          <p className={styles['text']}>{t('debug.emulator.reach.text')}</p>
          <p>
            <a className={own['link']} href={address} target="_blank" rel="noreferrer">
              {address}
            </a>
          </p>
          <p className={own['key']}>
            <span className="note">{t('debug.emulator.key')}</span>
            <code>{connectionKey}</code>
          </p>
          <div className="row wrap gap-10">
            <Button icon={<IconCopy size={18} aria-hidden="true" />} onClick={() => void copy(connectionKey)}>
              {t('debug.emulator.copyKey')}
            </Button>
            <Button disabled={inUse} onClick={() => settings.update({ connectionKey })}>
              {t(inUse ? 'debug.emulator.inUse' : 'debug.emulator.use')}
            </Button>
          </div>
        </div>
      </div>
    </Card>
  );
}
