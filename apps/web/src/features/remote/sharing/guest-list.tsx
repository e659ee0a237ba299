import type { ShareView } from '@tactus/protocol';
import { useLanguage, useTexts } from '../../../i18n/text.tsx';
import { formatInstant } from '../../../sharing/instant-text.ts';
import type { ShareOwnerSession } from '../../../sharing/share-owner-session.ts';
import { useShareAction } from '../../../sharing/use-share-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Dot } from '../../../ui/pill.tsx';
import { RemovableRow, useFocusNextOnRemoval } from '../../../ui/removable-row.tsx';
import { useClock } from '../../../ui/time-context.tsx';
import styles from './sharing.module.css';

type PresentGuest = ShareView['guests'][number];

/** The guests of a link, with the owner's actions on each of them. */
export function GuestList({ ownerSession, share }: { ownerSession: ShareOwnerSession; share: ShareView }) {
  const { t } = useTexts();
  if (share.guests.length === 0) return null;
  return (
    <ul className={styles['guests']} aria-label={t('sharing.guests')}>
      {share.guests.map((guest) => (
        <RemovableRow key={guest.session}>
          <Guest ownerSession={ownerSession} share={share} guest={guest} />
        </RemovableRow>
      ))}
    </ul>
  );
}

function Guest({
  ownerSession,
  share,
  guest,
}: {
  ownerSession: ShareOwnerSession;
  share: ShareView;
  guest: PresentGuest;
}) {
  const { t } = useTexts();
  const { busy, run } = useShareAction();
  const { session, name, role, asks: requestsControl, floods } = guest;
  return (
    <>
      <div>
        <p className="row gap-8 align-center">
          <Dot tone={guest.holding ? 'busy' : guest.here ? 'ok' : 'lost'} />
          <span className="semibold text-md break">{name}</span>
        </p>
        <p className="note">{useGuestWords(guest).join(' · ')}</p>
        {floods && (
          <p role="status" className="semibold">
            {t('sharing.floods', { name })}
          </p>
        )}
        {requestsControl && (
          <p role="status" className="semibold">
            {t('sharing.ask', { name })}
          </p>
        )}
      </div>
      <div className="row wrap gap-10">
        {role === 'viewer' && (
          <GrantControl
            requestsControl={requestsControl}
            busy={busy}
            onClick={() => void run(() => ownerSession.api.setControl(session))}
          />
        )}
        <Button
          variant={floods ? 'primary' : 'quiet'}
          busy={busy}
          onClick={() => void run(() => ownerSession.api.sendAway(share.id, session))}
        >
          {t('sharing.guest.remove')}
        </Button>
      </div>
    </>
  );
}

/** Its press removes it: the row receives the focus then. */
function GrantControl({
  requestsControl,
  busy,
  onClick,
}: {
  requestsControl: boolean;
  busy: boolean;
  onClick: () => void;
}) {
  const { t } = useTexts();
  return (
    <Button
      ref={useFocusNextOnRemoval<HTMLButtonElement>()}
      variant={requestsControl ? 'primary' : 'quiet'}
      busy={busy}
      onClick={onClick}
    >
      {t('sharing.control.give')}
    </Button>
  );
}

function useGuestWords({ here, role, holding, joined_at, rtt_ms }: PresentGuest): string[] {
  const { t, number } = useTexts();
  const { language } = useLanguage();
  const time = useClock();
  const since = t('sharing.guest.since', { time: formatInstant(joined_at, time.now(), language) });
  if (!here) return [t('sharing.guest.away'), since];
  if (role === 'viewer') return [t('sharing.guest.watching'), since];
  const reaction =
    rtt_ms === null
      ? t('sharing.guest.reactionUnknown')
      : t('sharing.guest.reaction', { value: number(Math.round(rtt_ms)) });
  return [t(holding ? 'sharing.guest.moving' : 'sharing.guest.control'), reaction, since];
}
