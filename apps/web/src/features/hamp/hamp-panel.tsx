import { useCallback } from 'react';
import { useConnectionStatus, useDevice, useDeviceState } from '../../device/session/device-context.tsx';
import { useRoundTripMs } from '../../device/session/use-round-trip.ts';
import { isAlternatingMotionRunning } from '../../device-view/controls/device-speed-control.ts';
import { LiveSpeed } from '../../device-view/controls/speed-fader.tsx';
import { LiveText } from '../../device-view/position/live-text.tsx';
import { PositionCard } from '../../device-view/position/position-card.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { Card } from '../../ui/card.tsx';
import { Fact, FactList } from '../../ui/facts.tsx';
import { LivePanel } from '../../ui/panel-slot.tsx';
import styles from './hamp-panel.module.css';

const CHART_SPAN_S = 8;

/** The present motion: position over time, speed, direction, window. */
export function HampPanel() {
  const { t } = useTexts();
  return (
    <LivePanel className={styles['panel']}>
      <PositionCard spanS={CHART_SPAN_S} />
      <Card title={t('hamp.now')}>
        <NowFacts />
      </Card>
    </LivePanel>
  );
}

function NowFacts() {
  const { t, number } = useTexts();
  const known = useConnectionStatus() === 'ready';
  const window = useDeviceState(
    (state) => `${Math.round(state.slider.min_absolute)}|${Math.round(state.slider.max_absolute)}`,
  );
  const [min = '', max = ''] = window.split('|').map((value) => number(Number(value)));
  const roundTrip = useRoundTripMs();
  return (
    <FactList>
      <Fact name={t('control.speed')}>
        <LiveSpeed />
      </Fact>
      <Fact name={t('hamp.direction')}>
        <LiveDirection />
      </Fact>
      <Fact name={t('control.stroke')}>{known ? t('unit.mmRange', { min, max }) : '–'}</Fact>
      <Fact name={t('hamp.roundTrip')}>{known ? t('unit.ms', { value: number(roundTrip) }) : '–'}</Fact>
    </FactList>
  );
}

function LiveDirection() {
  const { t } = useTexts();
  const device = useDevice();
  const playing = useDeviceState(isAlternatingMotionRunning);
  const known = useConnectionStatus() === 'ready';
  const read = useCallback(() => {
    if (!known) return '–';
    if (!playing) return t('hamp.direction.none');
    return t((device.position.at()?.speedMmS ?? 0) >= 0 ? 'hamp.direction.up' : 'hamp.direction.down');
  }, [device, known, playing, t]);
  return <LiveText read={read} />;
}
