import { IconQrcode } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { isOnThisMachineOnly, useSiteUrl } from '../../device/site-url.ts';
import { useTexts } from '../../i18n/text.tsx';
import { useSetting } from '../../settings/use-settings.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { KeyLine } from './key-line.tsx';
import styles from './phone-code.module.css';

/**
 * The way to the same device from a phone: the site as a code, and the key to type there. A key stands in no address that we
 * make (decisions.md 31).
 */
export function PhoneCode() {
  const { t } = useTexts();
  const [shown, setShown] = useState(false);
  return (
    <Card title={t('link.phone')}>
      <p className={styles['text']}>{t('link.phone.text')}</p>
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
  const address = `${useSiteUrl()}/device-selection`;
  return (
    <>
      {isOnThisMachineOnly(address) && (
        <Alert tone="warning" title={t('link.phone.unreachable')}>
          {t('link.phone.unreachable.text')}
        </Alert>
      )}
      <QrCode address={address} />
      <p className={styles['address']}>{address}</p>
      <p className={styles['text']}>{t('link.phone.key')}</p>
      <KeyLine connectionKey={connectionKey} />
    </>
  );
}

/** The quiet edge that a reader needs, in modules. */
const EDGE = 4;

/** An address as a picture for a camera; the address itself stands beside it. */
function QrCode({ address }: { address: string }) {
  const { t } = useTexts();
  const [modules, setModules] = useState<readonly (readonly boolean[])[]>();
  useEffect(() => {
    let wanted = true;
    void import('uqr').then(({ encode }) => {
      if (wanted) setModules(encode(address, { ecc: 'M', border: 0 }).data);
    });
    return () => {
      wanted = false;
    };
  }, [address]);
  const size = (modules?.length ?? 0) + 2 * EDGE;
  const path = modules
    ?.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + EDGE} ${y + EDGE}h1v1h-1z` : '')))
    .join('');
  return (
    <svg className={styles['code']} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('link.phone.code')}>
      <path className={styles['modules']} d={path} />
    </svg>
  );
}
