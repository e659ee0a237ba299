import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useLinkedDevices } from '../../device/linked/linked-devices-context.tsx';
import { useForeignController } from '../../device/session/foreign-controller-context.tsx';
import { useCatalogPart, useTexts } from '../../i18n/text.tsx';
import { IconShare } from '../../ui/icons.ts';
import { presentOwnerSession } from '../present-owner-session.ts';
import type { ShareOwnerSession } from '../share-owner-session.ts';
import { ControlText } from './control-text.tsx';
import styles from './live-sharing.module.css';
import { TakeBackButton } from './take-back-button.tsx';

/**
 * Above every page while a link is live: who is here, who has control, how fast, and the press that takes it back.
 * `isSaid`: the page of sharing is shown, which says the same, and more.
 */
export function LiveSharing({ isSaid }: { isSaid: boolean }) {
  const { ownerSession } = useStore(presentOwnerSession(useLinkedDevices()));
  const hasTexts = useCatalogPart('sharing');
  if (!ownerSession || !hasTexts) return null;
  return <OfSession {...{ ownerSession, isSaid }} />;
}

function OfSession({ ownerSession, isSaid }: { ownerSession: ShareOwnerSession; isSaid: boolean }) {
  const isShared = useStore(ownerSession.store, ({ shares }) => shares.length > 0);
  const { controller, dismiss } = useForeignController();
  useEffect(() => {
    // The banner about a guest would say it a second time.
    if (isShared && controller === 'guest') dismiss();
  }, [isShared, controller, dismiss]);
  if (!isShared || isSaid) return null;
  return <Strip ownerSession={ownerSession} />;
}

function Strip({ ownerSession }: { ownerSession: ShareOwnerSession }) {
  const { t } = useTexts();
  const isGuests = useStore(ownerSession.store, ({ control }) => control.session !== null);
  return (
    <section className={styles['strip']} data-live-sharing="" aria-label={t('sharing.live')}>
      <Link to="/remote" hash="share" className={styles['words']}>
        <IconShare size={20} stroke={1.75} aria-hidden="true" />
        <span>
          <ControlText ownerSession={ownerSession} />
        </span>
      </Link>
      {isGuests && <TakeBackButton ownerSession={ownerSession} />}
    </section>
  );
}
