import { useStore } from 'zustand';
import { useTexts } from '../../../i18n/text.tsx';
import { useSetting } from '../../../settings/use-settings.tsx';
import type { CarriedDevice } from '../../../sharing/bridge/carried-device.ts';
import { useCarriedDevice } from '../../../sharing/bridge/use-carried-device.ts';
import type { OwnerDesk } from '../../../sharing/owner-desk.ts';
import { useCanShare } from '../../../sharing/use-can-share.tsx';
import { useOwnerDesk } from '../../../sharing/use-owner-desk.ts';
import { Card } from '../../../ui/card.tsx';
import { AuditList } from './audit-list.tsx';
import { CarriedNotice } from './carried-notice.tsx';
import { NewLink } from './new-link.tsx';
import { ShareList } from './share-list.tsx';
import styles from './sharing.module.css';

/** The owner's side of sharing: make a link, see who is here, narrow, give and take back control, end it. */
export function ShareCard() {
  const { t } = useTexts();
  const canShare = useCanShare();
  const linked = useSetting((settings) => settings.connectionKey !== '');
  const desk = useOwnerDesk(canShare?.can === true && linked);
  const bridgeTo = canShare?.bridgeTo;
  const carried = useCarriedDevice(linked ? bridgeTo : undefined);
  if (canShare === undefined) return null;
  return (
    <Card title={t('sharing.title')}>
      <p className={styles['note']}>{t('sharing.text')}</p>
      {bridgeTo === undefined && canShare.whyNot}
      {(canShare.can || bridgeTo !== undefined) && !linked && (
        <p className={styles['note']}>{t('sharing.missing.device')}</p>
      )}
      {desk && <Desk desk={desk} />}
      {carried && <CarriedDesk carried={carried} />}
    </Card>
  );
}

/** The same for a device of another cloud, which this tab carries. */
function CarriedDesk({ carried }: { carried: CarriedDevice }) {
  const desk = useStore(carried.store, (facts) => facts.desk);
  return (
    <>
      <CarriedNotice carried={carried} />
      {desk && <Desk desk={desk} />}
    </>
  );
}

function Desk({ desk }: { desk: OwnerDesk }) {
  return (
    <>
      <NewLink desk={desk} />
      <ShareList desk={desk} />
      <AuditList desk={desk} />
    </>
  );
}
