import { useState } from 'react';
import { ErrorReason } from '../../device/session/error-reason.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { RequireCurrentFirmware } from './current-firmware.tsx';
import styles from './ota.module.css';
import { useFirmwareOffer } from './use-firmware-offer.ts';
import { FirmwareVersionList } from './version-list.tsx';
import { isOptInFirmware } from './version-path.ts';

/** Firmware that is not released to all users, after a plain warning. */
export function OtaOptInPage() {
  const { t } = useTexts();
  const [agreed, setAgreed] = useState(false);
  return (
    <RequireCurrentFirmware>
      <div className={styles['narrow']}>
        <Alert tone="warning" title={t('ota.optIn.warning')}>
          {t('ota.optIn.warning.text')}
        </Alert>
        <Card title={t('ota.optIn')}>
          <Switch label={t('ota.optIn.agree')} hint={t('ota.optIn.agree.hint')} checked={agreed} onChange={setAgreed} />
          {agreed && <EarlyVersions />}
        </Card>
        <div className="row wrap gap-12">
          <LinkButton to="/ota">{t('ota.toList')}</LinkButton>
          <LinkButton to="/fw-release-notes">{t('page.fwReleaseNotes')}</LinkButton>
        </div>
      </div>
    </RequireCurrentFirmware>
  );
}

function EarlyVersions() {
  const { t } = useTexts();
  const { offer, readAgain } = useFirmwareOffer();
  if (offer.state === 'reading') return <p className="note">{t('ota.versions.reading')}</p>;
  if (offer.state === 'failed') {
    return (
      <Alert
        tone="negative"
        title={t('ota.error.versions')}
        action={<Button onClick={readAgain}>{t('ota.readAgain')}</Button>}
      >
        <ErrorReason error={offer.error} />
      </Alert>
    );
  }
  const versions = offer.versions.filter(isOptInFirmware);
  if (versions.length === 0) return <p className="note">{t('ota.optIn.none')}</p>;
  return <FirmwareVersionList label={t('ota.optIn.versions')} versions={versions} latest={undefined} />;
}
