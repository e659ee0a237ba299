import type { ShareControl } from '@tactus/protocol';
import { useStore } from 'zustand';
import { useTexts } from '../../../i18n/text.tsx';
import type { ShareOwnerSession } from '../../../sharing/share-owner-session.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { useFocusNextOnRemoval } from '../../../ui/removable-row.tsx';
import { ShareLinkItem } from './share-item.tsx';
import styles from './sharing.module.css';
import { useShareAction } from './use-share-action.ts';

/** The links by which the device is shared, and who controls it now. */
export function ShareLinkList({ ownerSession }: { ownerSession: ShareOwnerSession }) {
  const { t } = useTexts();
  const { state, shares, control, links } = useStore(ownerSession.store);
  if (state === 'opening') return null;
  if (state === 'refused')
    return (
      <Alert tone="negative" title={t('sharing.refused')}>
        {t('sharing.refused.text')}
      </Alert>
    );
  return (
    <div className={styles['part']}>
      {state === 'lost' && <Alert tone="warning" title={t('sharing.links.lost')} />}
      <Control ownerSession={ownerSession} control={control} />
      <h3 tabIndex={-1} className="text-md semibold">
        {t('sharing.links')}
      </h3>
      {shares.length === 0 && <p className="note">{t('sharing.links.none')}</p>}
      {shares.map((share) => (
        <ShareLinkItem key={share.id} ownerSession={ownerSession} share={share} path={links[share.id]} />
      ))}
    </div>
  );
}

/** The guest who has control. */
function Control({
  ownerSession,
  control: { session, name, locked },
}: {
  ownerSession: ShareOwnerSession;
  control: ShareControl;
}) {
  const { t } = useTexts();
  if (session === null) return locked ? <Alert tone="info" title={t('sharing.control.locked')} /> : null;
  return <TakeBack ownerSession={ownerSession} name={name ?? ''} />;
}

/** The owner takes control back at one press. */
function TakeBack({ ownerSession, name }: { ownerSession: ShareOwnerSession; name: string }) {
  const { t } = useTexts();
  const { busy, run } = useShareAction();
  return (
    <div ref={useFocusNextOnRemoval<HTMLDivElement>()} className={styles['control']} role="status">
      <div>
        <p className={styles['strong']}>{t('sharing.control.name', { name })}</p>
        <p className="note">{t('sharing.control.text')}</p>
      </div>
      <Button variant="danger" busy={busy} onClick={() => void run(() => ownerSession.api.setControl(null))}>
        {t('sharing.control.take')}
      </Button>
    </div>
  );
}
