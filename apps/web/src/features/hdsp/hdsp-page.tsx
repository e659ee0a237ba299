import { HdspState } from '@tactus/protocol';
import { useCallback, useState } from 'react';
import { AppliedLimitsNote } from '../../device/dock/applied-limits-note.tsx';
import { useConnectionStatus, useDeviceState } from '../../device/session/device-context.tsx';
import { isInMotion } from '../../device/session/motion.ts';
import { RequireCapability } from '../../device/session/require-capability.tsx';
import { MovePad } from '../../device-view/controls/move-pad.tsx';
import { DEFAULT_PACE, type PaceSetting } from '../../device-view/controls/pace.ts';
import { MovePaceSettings } from '../../device-view/controls/pace-settings.tsx';
import { useDirectMoves } from '../../device-view/controls/use-direct-moves.ts';
import { PositionCard } from '../../device-view/position/position-card.tsx';
import { usePositionInStroke, WHOLE_STROKE } from '../../device-view/position/use-position-in-stroke.ts';
import type { MessageKey } from '../../i18n/catalogs.ts';
import { useTexts } from '../../i18n/text.tsx';
import { Button } from '../../ui/button.tsx';
import { LivePanel } from '../../ui/panel-slot.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import styles from './hdsp-page.module.css';
import { RawCallForm } from './raw-calls.tsx';

const PRESETS = [100, 75, 50, 25, 0] as const;
const CHART_SPAN_S = 8;

const STATE_TEXTS: Readonly<Record<HdspState, MessageKey>> = {
  [HdspState.STOPPED]: 'hdsp.state.stopped',
  [HdspState.MOVING]: 'hdsp.state.moving',
  [HdspState.POINT_REACHED]: 'hdsp.state.reached',
};

/** Direct moves: the slider goes where the finger is. */
export function HdspPage() {
  return (
    <RequireCapability needs="slider">
      <Controls />
    </RequireCapability>
  );
}

function Controls() {
  const { t, number } = useTexts();
  const ready = useConnectionStatus() === 'ready';
  // Motion of other modes moves it too.
  const state = useDeviceState((now) => (isInMotion(now) ? HdspState.MOVING : now.hdsp.state));
  const [pace, setPace] = useState<PaceSetting>(DEFAULT_PACE);
  const { target, drag, tap } = useDirectMoves(pace);
  const read = usePositionInStroke(WHOLE_STROKE);
  const latestTarget = useLatest(target);
  const commanded = useCallback(
    () => (latestTarget.current === undefined ? undefined : latestTarget.current / 100),
    [latestTarget],
  );
  return (
    <div className="column grow gap-16">
      <div className={styles['controls']}>
        <div className={styles['pad']}>
          <p className="row wrap justify-between gap-x-8 note">
            <span>{t('hdsp.stroke')}</span>
            <span>{ready ? t(STATE_TEXTS[state]) : '–'}</span>
          </p>
          <MovePad target={target} read={read} disabled={!ready} onDrag={drag} onTap={tap} />
        </div>
        <fieldset className={styles['presets']} aria-label={t('hdsp.presets')}>
          {PRESETS.map((percent) => (
            <Button key={percent} disabled={!ready} onClick={() => tap(percent)}>
              {t('unit.percent', { value: number(percent) })}
            </Button>
          ))}
        </fieldset>
        <div className={styles['pace']}>
          <MovePaceSettings pace={pace} onChange={setPace} />
          <AppliedLimitsNote />
        </div>
      </div>
      <RawCallForm disabled={!ready} />
      <LivePanel>
        <PositionCard spanS={CHART_SPAN_S} commanded={commanded} />
      </LivePanel>
    </div>
  );
}
