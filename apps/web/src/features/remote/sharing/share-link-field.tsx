import { IconCheck, IconCopy, IconQrcode, IconShare } from '@tabler/icons-react';
import { useState } from 'react';
import { isLoopbackAddress } from '../../../device/browser/site-url.ts';
import { useSiteUrl } from '../../../device/session/deployment.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { useNotifications } from '../../../ui/notifications-context.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import styles from './sharing.module.css';

/** The link with its secret: as text, as a QR code, and through the platform's share sheet. */
export function ShareLinkField({ path }: { path: string }) {
  const { t } = useTexts();
  const notifications = useNotifications();
  const address = `${useSiteUrl()}${path}`;
  const [copied, setCopied] = useState(false);
  const [shown, setShown] = useState(false);
  const Copy = copied ? IconCheck : IconCopy;
  // Only phones and some desktops have one.
  const canSend = typeof navigator.share === 'function';

  async function copy() {
    try {
      await navigator.clipboard.writeText(address);
      setCopied(true);
    } catch {
      // Only secure contexts may copy; elsewhere the person copies the shown link.
      notifications.show({ tone: 'warning', message: t('sharing.notCopied') });
    }
  }

  return (
    <div className={styles['part']}>
      {isLoopbackAddress(address) && (
        <Alert tone="warning" title={t('sharing.unreachable')}>
          {t('sharing.unreachable.text')}
        </Alert>
      )}
      <p className="note">{t('sharing.address')}</p>
      <code className={styles['address']}>{address}</code>
      {shown && <QrCode address={address} label={t('sharing.code')} />}
      <div className="row wrap gap-10">
        <Button
          icon={<Copy size={18} aria-hidden="true" />}
          onClick={() => void copy()}
          onBlur={() => setCopied(false)}
        >
          {t(copied ? 'sharing.copied' : 'sharing.copy')}
        </Button>
        <Button
          icon={<IconQrcode size={18} aria-hidden="true" />}
          aria-expanded={shown}
          onClick={() => setShown(!shown)}
        >
          {t(shown ? 'sharing.link.qrHide' : 'sharing.link.qr')}
        </Button>
        {canSend && (
          <Button
            icon={<IconShare size={18} aria-hidden="true" />}
            // The person has closed the share sheet: no error.
            onClick={() => void navigator.share({ url: address }).catch(() => undefined)}
          >
            {t('sharing.send')}
          </Button>
        )}
      </div>
    </div>
  );
}
