import { useCallback } from 'react';
import { useConnectionWord, useDevice, useDeviceState } from '../../device/device-context.tsx';
import { LiveText } from '../../device-view/live-text.tsx';
import { PositionChart } from '../../device-view/position-chart.tsx';
import { useDrawnPosition } from '../../device-view/use-drawn-position.ts';
import { useTexts } from '../../i18n/text.tsx';
import { Card } from '../../ui/card.tsx';
import { LivePanel } from '../../ui/panel-slot.tsx';
import { useTime } from '../../ui/time-context.tsx';
import styles from './hamp-panel.module.css';
import { LiveSpeed } from './speed-fader.tsx';
import { isPlaying } from './use-speed.ts';

const CHART_SPAN_MS = 8_000;

/** What the device does now: position over time, speed, direction, window. */
export function HampPanel() {
  const { t } = useTexts();
  return (
    <LivePanel className={styles['panel']}>
      <Card title={t('hamp.position')} aside={<span className={styles['note']}>{t('hamp.position.note')}</span>}>
        <div className={styles['chart']}>
          <span className={styles['tick']}>{t('hamp.axis.top')}</span>
          <Chart />
          <span className={styles['tick']}>{t('hamp.axis.bottom')}</span>
        </div>
        <p className={styles['axis']}>
          <span>{t('hamp.position.span')}</span>
          <span>{t('hamp.position.now')}</span>
        </p>
      </Card>
      <Card title={t('hamp.now')}>
        <Facts />
      </Card>
    </LivePanel>
  );
}

function Chart() {
  const { t } = useTexts();
  const time = useTime();
  const { read, readings } = useDrawnPosition();
  return (
    <PositionChart
      read={read}
      readings={readings}
      time={time}
      spanMs={CHART_SPAN_MS}
      label={t('hamp.position.chart')}
    />
  );
}

function Facts() {
  const { t, number } = useTexts();
  const known = useConnectionWord() === 'ready';
  const window = useDeviceState(
    (state) => `${Math.round(state.slider.min_absolute)}|${Math.round(state.slider.max_absolute)}`,
  );
  const [min = '', max = ''] = window.split('|').map((value) => number(Number(value)));
  const roundTrip = useDeviceState((state) => Math.round(state.clockSync.rtd + state.clockSync.deviceRtd));
  return (
    <dl className={styles['facts']}>
      <div>
        <dt>{t('hamp.speed')}</dt>
        <dd>
          <LiveSpeed />
        </dd>
      </div>
      <div>
        <dt>{t('hamp.direction')}</dt>
        <dd>
          <LiveDirection />
        </dd>
      </div>
      <div>
        <dt>{t('hamp.stroke')}</dt>
        <dd>{known ? t('unit.mmRange', { min, max }) : '–'}</dd>
      </div>
      <div>
        <dt>{t('hamp.roundTrip')}</dt>
        <dd>{known ? t('unit.ms', { value: number(roundTrip) }) : '–'}</dd>
      </div>
    </dl>
  );
}

function LiveDirection() {
  const { t } = useTexts();
  const device = useDevice();
  const playing = useDeviceState(isPlaying);
  const read = useCallback(() => {
    if (!playing) return t('hamp.direction.none');
    return t((device.position.at()?.speedMmS ?? 0) >= 0 ? 'hamp.direction.up' : 'hamp.direction.down');
  }, [device, playing, t]);
  return <LiveText read={read} />;
}
