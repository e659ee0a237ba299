import { useState } from 'react';
import { isLoopbackAddress } from '../../../device/browser/site-url.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconCopy, IconQrcode, IconSend } from '../../../ui/icons.ts';
import { QrCode } from '../../../ui/qr-code.tsx';
import styles from './sharing.module.css';
import { hasShareSheet, useSendAddress } from './use-send-address.ts';

/** The link with its secret: as text, as a QR code, through the platform's share sheet and the clipboard. */
export function ShareLinkField({ path }: { path: string }) {
  const { t } = useTexts();
  const { addressOf, send, copy } = useSendAddress();
  const address = addressOf(path);
  const canSend = hasShareSheet();
  const [shown, setShown] = useState(!canSend);
  return (
    <div className={styles['part']}>
      <div className="row wrap gap-10">
        {canSend && (
          <Button icon={<IconSend size={18} aria-hidden="true" />} onClick={() => void send(path)}>
            {t('sharing.send')}
          </Button>
        )}
        <Button icon={<IconCopy size={18} aria-hidden="true" />} onClick={() => void copy(path)}>
          {t('sharing.copy')}
        </Button>
        <Button
          icon={<IconQrcode size={18} aria-hidden="true" />}
          aria-expanded={shown}
          onClick={() => setShown(!shown)}
        >
          {t('sharing.link.qr')}
        </Button>
      </div>
      {shown && <QrCode address={address} label={t('sharing.code')} />}
      <code className={styles['address']}>{address}</code>
      {isLoopbackAddress(address) && (
        <Alert tone="warning" title={t('sharing.unreachable')}>
          {t('sharing.unreachable.text')}
        </Alert>
      )}
    </div>
  );
}
