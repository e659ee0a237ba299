import { useTexts } from '../../../i18n/text.tsx';
import { useSetting } from '../../../settings/use-settings.tsx';
import { useCanShare } from '../../../sharing/use-can-share.tsx';
import { useOwnerDesk } from '../../../sharing/use-owner-desk.ts';
import { Card } from '../../../ui/card.tsx';
import { AuditList } from './audit-list.tsx';
import { NewLink } from './new-link.tsx';
import { ShareList } from './share-list.tsx';
import styles from './sharing.module.css';

/** The owner's side of sharing: make a link, see who is here, narrow, give and take back control, end it. */
export function ShareCard() {
  const { t } = useTexts();
  const canShare = useCanShare();
  const linked = useSetting((settings) => settings.connectionKey !== '');
  const desk = useOwnerDesk(canShare?.can === true && linked);
  if (canShare === undefined) return null;
  return (
    <Card title={t('sharing.title')}>
      <p className={styles['note']}>{t('sharing.text')}</p>
      {canShare.whyNot}
      {canShare.can && !linked && <p className={styles['note']}>{t('sharing.missing.device')}</p>}
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
