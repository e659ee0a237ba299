import type { GuestView } from '@tactus/protocol';
import { useStore } from 'zustand';
import { useTexts } from '../../i18n/text.tsx';
import type { GuestConnectionFacts, GuestSessionParts } from '../../sharing/guest-connection-facts.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './share.module.css';

interface GuestNoticesProps {
  inside: GuestSessionParts;
  session: GuestView;
  resumed: GuestConnectionFacts['resumed'];
  away: boolean;
  failed: boolean;
  run: (work: Promise<unknown>) => void;
}

const TROUBLES = {
  slipped: { title: 'share.slipped', text: 'share.slipped.text' },
  lost: { title: 'share.lost', text: 'share.lost.text' },
  busy: { title: 'share.busy', text: 'share.busy.text' },
  unheard: { title: 'share.unheard', text: 'share.unheard.text' },
} as const;

/** The notices for a guest: the connection, the hold, and requests for control. */
export function GuestNotices({ inside, session, resumed, away, failed, run }: GuestNoticesProps) {
  const { t } = useTexts();
  const hold = useStore(inside.hold.state);
  const trouble = useStore(inside.hold.trouble);
  const slipped = hold === 'slipped' || hold === 'regaining';
  const shown = slipped ? 'slipped' : !away && session.role === 'controller' ? trouble : undefined;
  return (
    <>
      {shown && (
        // Shown over the page, not in it: the controls under the hand must not move.
        <div className={styles['over']}>
          <Alert tone="warning" title={t(TROUBLES[shown].title)}>
            {t(TROUBLES[shown].text)}
          </Alert>
        </div>
      )}
      {away && (
        <Alert tone="warning" title={t('connection.noNetwork')}>
          {t('share.away.text')}
        </Alert>
      )}
      {!away && shown === undefined && <Back session={session} resumed={resumed} />}
      {session.role === 'controller' &&
        session.asking.map(({ session: who, name }) => (
          <Alert
            key={who}
            tone="info"
            title={t('share.asked', { name })}
            action={<Button onClick={() => run(inside.api.hand(who))}>{t('share.hand')}</Button>}
          >
            {t('share.asked.text')}
          </Alert>
        ))}
      {failed && <Alert tone="negative" title={t('share.ask.failed')} />}
    </>
  );
}

/** The loss of control and motion while the page was away. */
function Back({ session, resumed }: Pick<GuestNoticesProps, 'session' | 'resumed'>) {
  const { t } = useTexts();
  if (resumed?.hadControl && session.role !== 'controller')
    return (
      <Alert tone="info" title={t('share.back.free')}>
        {t('share.back.free.text')}
      </Alert>
    );
  if (!resumed?.stopped) return null;
  return (
    <Alert tone="info" title={t('share.back.stopped')}>
      {t('share.back.stopped.text')}
    </Alert>
  );
}
