import { useEffect, useState } from 'react';
import { useCloudFeatures } from '../../../device/cloud-features.ts';
import { useLinkedDevices } from '../../../device/linked-devices-context.tsx';
import { useTexts } from '../../../i18n/text.tsx';
import { useSetting } from '../../../settings/use-settings.tsx';
import { canHomeShare } from '../../../sharing/home.ts';
import { useOwnerDesk } from '../../../sharing/use-owner-desk.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Card } from '../../../ui/card.tsx';
import { AuditList } from './audit-list.tsx';
import { NewLink } from './new-link.tsx';
import { ShareList } from './share-list.tsx';
import styles from './sharing.module.css';

/** The owner's side of sharing: make a link, see who is here, narrow, give and take back control, end it. */
export function ShareCard() {
  const { t } = useTexts();
  const home = useHome();
  const canBeShared = useCloudFeatures().shares === true;
  const linked = useSetting((settings) => settings.connectionKey !== '');
  const desk = useOwnerDesk(home === true && canBeShared && linked);
  if (home === undefined) return null;
  return (
    <Card title={t('sharing.title')}>
      <p className={styles['note']}>{t('sharing.text')}</p>
      {!home && (
        <Alert tone="info" title={t('sharing.missing.home')}>
          {t('sharing.missing.home.text')}
        </Alert>
      )}
      {home && !canBeShared && (
        <Alert tone="info" title={t('sharing.missing.cloud')}>
          {t('sharing.missing.cloud.text')}
        </Alert>
      )}
      {home && canBeShared && !linked && <p className={styles['note']}>{t('sharing.missing.device')}</p>}
      {desk && (
        <>
          <NewLink desk={desk} />
          <ShareList desk={desk} />
          <AuditList desk={desk} />
        </>
      )}
    </Card>
  );
}

/** Whether the home of the app can share; undefined until it has said so. */
function useHome(): boolean | undefined {
  const { cloud } = useLinkedDevices();
  const [home, setHome] = useState<boolean>();
  useEffect(() => {
    let wanted = true;
    void canHomeShare(cloud.fetch).then((can) => {
      if (wanted) setHome(can);
    });
    return () => {
      wanted = false;
    };
  }, [cloud]);
  return home;
}
