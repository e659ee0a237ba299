import { IconAlertTriangle } from '@tabler/icons-react';
import { firstIndexAtOrAfter } from '@tactus/motion';
import { useDeviceState } from '../../../device/session/device-context.tsx';
import { isInMotion } from '../../../device/session/motion.ts';
import { strokeWindowAbilityOf } from '../../../device/session/stroke-window-ability.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { adjustPoints } from '../script/adjust-points.ts';
import type { Player } from '../session/use-player.ts';
import styles from './media-bar.module.css';

/** A first movement that is felt as a jerk, per cent of the stroke. */
const JERK_PERCENT = 30;

/** Says before play that the slider is far from where the script goes on. */
export function FirstMoveNote({ player: { open, shown, sending, shape, element } }: { player: Player }) {
  const { t, number } = useTexts();
  // Only of a device with a slider; a moving one has begun already.
  const atPercent = useDeviceState((state) =>
    state.connected && strokeWindowAbilityOf(state) !== undefined && !isInMotion(state)
      ? Math.round(Math.min(1, Math.max(0, state.slider.position)) * 100)
      : undefined,
  );
  const columns = open.script?.columns;
  if (columns === undefined || atPercent === undefined || !shown.paused || sending) return null;
  const at = firstIndexAtOrAfter(columns, (element?.currentTime ?? 0) * 1_000);
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
