import { useState } from 'react';
import { isLoopbackAddress } from '../../device/browser/site-url.ts';
import { MaskedKeyLine } from '../../device/linked/masked-key-line.tsx';
import { useSiteUrl } from '../../device/session/deployment.ts';
import { useTexts } from '../../i18n/text.tsx';
import { useSetting } from '../../settings/use-settings.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconQrcode } from '../../ui/icons.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import styles from './connect-phone-card.module.css';
import { useNetworkAddress } from './use-network-address.ts';

/**
 * How a phone reaches the same device: the site as a code, and the key to type there. No address contains the
 * key, for browsers and servers store addresses.
 */
export function ConnectPhoneCard() {
  const { t } = useTexts();
  const [shown, setShown] = useState(false);
  return (
    <Card title={t('link.phone')}>
      <p className="muted">{t('link.phone.text')}</p>
      {shown && <Code />}
      <Button
        wide
        aria-expanded={shown}
        icon={<IconQrcode size={20} aria-hidden="true" />}
        onClick={() => setShown(!shown)}
      >
        {t(shown ? 'link.phone.hide' : 'link.phone.show')}
      </Button>
    </Card>
  );
}

function Code() {
  const { t } = useTexts();
  const connectionKey = useSetting((settings) => settings.connectionKey);
  const siteUrl = useSiteUrl();
  const isLoopback = isLoopbackAddress(siteUrl);
  const inNetwork = useNetworkAddress(isLoopback);
  if (isLoopback && inNetwork === undefined) return null;
  const address = inNetwork?.origin ?? `${siteUrl}/device-selection`;
  return (
    <>
      {isLoopback && inNetwork === null && (
        <Alert tone="warning" title={t('link.phone.unreachable')}>
          {t('link.phone.unreachable.text')}
        </Alert>
      )}
      <QrCode address={inNetwork?.link ?? address} label={t('link.phone.code')} />
      <p className={styles['address']}>{address}</p>
      {inNetwork && <p className={styles['address']}>{t('link.phone.network', { code: inNetwork.code })}</p>}
      <p className="muted">{t('link.phone.key')}</p>
      <MaskedKeyLine connectionKey={connectionKey} />
    </>
  );
}
