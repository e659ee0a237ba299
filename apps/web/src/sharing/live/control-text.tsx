import { HampPlayState } from '@tactus/protocol';
import { useStore } from 'zustand';
import { useDeviceState } from '../../device/session/device-context.tsx';
import { isInMotion } from '../../device/session/motion.ts';
import { useTexts } from '../../i18n/text.tsx';
import type { ShareOwnerSession } from '../share-owner-session.ts';

/** Who has control of the shared device, which is announced, and how fast it goes now. */
export function ControlText({ ownerSession }: { ownerSession: ShareOwnerSession }) {
  const { t } = useTexts();
  const { control, shares } = useStore(ownerSession.store);
  const pace = usePaceText();
  const count = shares.flatMap(({ guests }) => guests).filter(({ here }) => here).length;
  const guests = count === 0 ? t('sharing.guests.none') : t('sharing.guests.count', { count });
  const ofNobody = control.locked ? t('sharing.control.locked') : guests;
  const isGuests = control.session !== null;
  return (
    <>
      <span role="status">{isGuests ? t('sharing.control.name', { name: control.name ?? '' }) : ofNobody}</span>
      {isGuests && ` · ${pace}`}
    </>
  );
}

function usePaceText(): string {
  const { t, number } = useTexts();
  const moving = useDeviceState(isInMotion);
  const share = useDeviceState(({ hamp, hvp }) => {
    if (hamp.play_state === HampPlayState.PLAYING) return hamp.velocity;
    return hvp.enabled ? hvp.amplitude : undefined;
  });
  if (!moving) return t('sharing.atRest');
  return share === undefined ? t('dock.moving') : t('unit.percent', { value: number(Math.round(share * 100)) });
}
