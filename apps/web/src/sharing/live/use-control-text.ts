import { HampPlayState } from '@tactus/protocol';
import { useStore } from 'zustand';
import { useDeviceState } from '../../device/session/device-context.tsx';
import { isInMotion } from '../../device/session/motion.ts';
import { useTexts } from '../../i18n/text.tsx';
import type { ShareOwnerSession } from '../share-owner-session.ts';

/** Who has control of the shared device, and how fast it goes now. */
export function useControlText({ store }: Pick<ShareOwnerSession, 'store'>): string {
  const { t } = useTexts();
  const pace = usePaceText();
  const { control, shares } = useStore(store);
  if (control.session !== null) return `${t('sharing.control.name', { name: control.name ?? '' })} · ${pace}`;
  if (control.locked) return t('sharing.control.locked');
  const count = shares.flatMap(({ guests }) => guests).filter(({ here }) => here).length;
  return count === 0 ? t('sharing.guests.none') : t('sharing.guests.count', { count });
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
