import { useStore } from 'zustand';
import { useTexts } from '../../../i18n/text.tsx';
import { ControlText } from '../../../sharing/live/control-text.tsx';
import { TakeBackButton } from '../../../sharing/live/take-back-button.tsx';
import type { ShareOwnerSession } from '../../../sharing/share-owner-session.ts';
import { Alert } from '../../../ui/alert.tsx';
import { takeFocus } from '../../../ui/inline-question.tsx';
import { useFocusNextOnRemoval } from '../../../ui/removable-row.tsx';
import { ShareLinkItem } from './share-item.tsx';
import styles from './sharing.module.css';

interface LiveLinksProps {
  ownerSession: ShareOwnerSession;
  /** The link that was just sent receives the focus. */
  sentId: string | undefined;
}

/** Who has control and how fast the device goes, then the links by which it is shared, with their guests. */
export function LiveLinks({ ownerSession, sentId }: LiveLinksProps) {
  const { t } = useTexts();
  const { state, shares, links } = useStore(ownerSession.store);
  return (
    <>
      {state === 'lost' && <Alert tone="warning" title={t('sharing.links.lost')} />}
      <Control ownerSession={ownerSession} />
      {shares.map((share) => (
        <ShareLinkItem
          key={share.id}
          ref={share.id === sentId ? takeFocus : undefined}
          ownerSession={ownerSession}
          share={share}
          path={links[share.id]}
        />
      ))}
    </>
  );
}

/** Who has control. The owner takes it back at one press. */
function Control({ ownerSession }: { ownerSession: ShareOwnerSession }) {
  const { t } = useTexts();
  const isGuests = useStore(ownerSession.store, ({ control }) => control.session !== null);
  return (
    <div tabIndex={-1} className={styles['control']} data-guest={isGuests || undefined}>
      <div>
        <p className="semibold text-md break">
          <ControlText ownerSession={ownerSession} />
        </p>
        {isGuests && <p className="note">{t('sharing.control.text')}</p>}
      </div>
      {isGuests && <TakeBack ownerSession={ownerSession} />}
    </div>
  );
}

/** Its press removes it: the row receives the focus then. */
function TakeBack({ ownerSession }: { ownerSession: ShareOwnerSession }) {
  return (
    <div ref={useFocusNextOnRemoval<HTMLDivElement>()} className="grid">
      <TakeBackButton ownerSession={ownerSession} />
    </div>
  );
}
