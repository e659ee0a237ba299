import { firstIndexAtOrAfter } from '@tactus/motion';
import { useEffect, useState } from 'react';
import { useDeviceState } from '../../../device/session/device-context.tsx';
import { isInMotion } from '../../../device/session/motion.ts';
import { strokeWindowAbilityOf } from '../../../device/session/stroke-window-ability.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { IconAlertTriangle } from '../../../ui/icons.ts';
import { adjustPoints } from '../script/adjust-points.ts';
import { listenToEvents, type PlayableMedium } from '../session/playable-medium.ts';
import type { Player } from '../session/use-player.ts';
import styles from './media-bar.module.css';

/** A first movement that is felt as a jerk, per cent of the stroke. */
const JERK_PERCENT = 30;
/** A medium nearer than this to where it was paused goes on from there, s. */
const SAME_PLACE_S = 1;

/** Says before play that the slider is far from where the script begins, or goes on after a seek; not after a mere pause or Stop. */
export function FirstMoveNote({ player: { open, shown, sending, shape, element } }: { player: Player }) {
  const { t, number } = useTexts();
  // Only of a device with a slider; a moving one has begun already.
  const atPercent = useDeviceState((state) =>
    state.connected && strokeWindowAbilityOf(state) !== undefined && !isInMotion(state)
      ? Math.round(Math.min(1, Math.max(0, state.slider.position)) * 100)
      : undefined,
  );
  const pausedAtS = usePausedAtS(element);
  const columns = open.script?.columns;
  if (columns === undefined || atPercent === undefined || !shown.paused || sending) return null;
  const nowS = element?.currentTime ?? 0;
  if (pausedAtS !== undefined && Math.abs(nowS - pausedAtS) < SAME_PLACE_S) return null;
  const at = firstIndexAtOrAfter(columns, nowS * 1_000);
  const next = { timesMs: columns.timesMs.slice(at, at + 1), positions: columns.positions.slice(at, at + 1) };
  const [target] = adjustPoints(next, shape).positions;
  const distance = target === undefined ? 0 : Math.round(Math.abs(target - atPercent));
  if (distance < JERK_PERCENT) return null;
  return (
    <p className={styles['note']} role="status">
      <IconAlertTriangle size={18} aria-hidden="true" />
      {t('player.preFlight.firstMove', { percent: number(distance) })}
    </p>
  );
}

/** Where a medium was paused last, s. */
function usePausedAtS(element: PlayableMedium | undefined): number | undefined {
  const [pausedAtS, setPausedAtS] = useState<number>();
  useEffect(() => {
    if (element === undefined) return;
    setPausedAtS(undefined);
    return listenToEvents(element, ['pause'], () => setPausedAtS(element.currentTime));
  }, [element]);
  return pausedAtS;
}
