import type { GuestView } from '@tactus/protocol';
import { useMissingCapabilities } from '../../device/session/capability.ts';
import { useLanguage, useTexts } from '../../i18n/text.tsx';
import { formatInstant } from '../../sharing/instant-text.ts';
import { Button } from '../../ui/button.tsx';
import { IconDoorExit } from '../../ui/icons.ts';
import { Dot } from '../../ui/pill.tsx';
import { useClock } from '../../ui/time-context.tsx';
import styles from './share.module.css';

interface GuestHeaderProps {
  session: GuestView;
  /** The cloud does not answer. */
  away: boolean;
  onLeave: () => void;
}

/** The controller, the owner's limits and their end, and the button to leave. */
export function GuestHeader({ session, away, onLeave }: GuestHeaderProps) {
  const { t } = useTexts();
  const role = useRoleText(session);
  const tone = session.role === 'controller' ? 'ok' : session.asks ? 'busy' : 'idle';
  return (
    <>
      <div className="row gap-12 align-center justify-between">
        <div className="shrink">
          <h1 className={styles['title']}>{session.share.name || t('page.share')}</h1>
          <p className="row gap-8 align-center note" role="status">
            <Dot tone={away ? 'idle' : tone} />
            {away ? t('connection.noNetwork') : role}
          </p>
        </div>
        <Button variant="quiet" icon={<IconDoorExit size={18} aria-hidden="true" />} onClick={onLeave}>
          {t('share.leave')}
        </Button>
      </div>
      <Limits session={session} />
    </>
  );
}

function useRoleText({ role, controller, locked }: GuestView): string {
  const { t } = useTexts();
  if (role === 'controller') return t('share.role.controller');
  if (controller !== null) return t('share.role.other', { name: controller.name });
  return t(locked ? 'share.role.locked' : 'share.role.free');
}

function Limits({ session: { allow, limits, expires_at, session_ends_at } }: { session: GuestView }) {
  const { t, number } = useTexts();
  const { language } = useLanguage();
  const time = useClock();
  const percent = (share: number) => number(Math.round(share * 100));
  const { min, max } = limits.stroke;
  const lacking = useMissingCapabilities();
  const moves = !lacking.slider && allow.some((mode) => mode !== 'hvp');
  const until = formatInstant(Math.min(expires_at, session_ends_at), time.now(), language);
  return (
    <section className={styles['limits']} aria-label={t('share.limits')}>
      <h2>{t('share.limits')}</h2>
      <dl>
        {moves && <Limit name={t('share.limits.speed')} value={t('unit.percent', { value: percent(limits.speed) })} />}
        {moves && (
          <Limit
            name={t('share.limits.stroke')}
            value={t('unit.percentRange', { min: percent(min), max: percent(max) })}
          />
        )}
        {allow.includes('hvp') && !lacking.vibration && (
          <Limit name={t('share.limits.strength')} value={t('unit.percent', { value: percent(limits.intensity) })} />
        )}
        <Limit name={t('share.limits.until')} value={until} />
      </dl>
    </section>
  );
}

function Limit({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
