import { useEffect, useRef, useState } from 'react';
import { useConnectionStatus, useDevice } from '../../../device/session/device-context.tsx';
import { useTexts } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Fact, FactList } from '../../../ui/facts.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { useClock } from '../../../ui/time-context.tsx';
import styles from '../debug.module.css';
import { LatencyCharts } from './latency-charts.tsx';
import { latencyStats } from './latency-stats.ts';
import { RequestRateMeter } from './request-rate-meter.tsx';
import { type PingTarget, sendPings } from './send-pings.ts';

const PINGS = 40;
const EVERY_MS = 250;

/** Measures latency: a series of pings, its figures, and the requests left in this minute. */
export function LatencyLab() {
  const { t, number } = useTexts();
  const device = useDevice();
  const time = useClock();
  const isReady = useConnectionStatus() === 'ready';
  const [target, setTarget] = useState<PingTarget>('cloud');
  const [series, setSeries] = useState<readonly (number | undefined)[]>([]);
  const [running, setRunning] = useState(false);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const stats = latencyStats(series);
  const ms = (value: number | undefined) =>
    value === undefined ? '–' : t('debug.latency.ms', { value: number(value, 1) });

  async function run() {
    const mine = new AbortController();
    stop.current = mine;
    setSeries([]);
    setRunning(true);
    const onPing = (took: number | undefined) => setSeries((before) => [...before, took]);
    await sendPings({ device, time, target, count: PINGS, everyMs: EVERY_MS, signal: mine.signal, onPing });
    if (stop.current === mine) setRunning(false);
  }

  return (
    <div className="column gap-16 shrink">
      <RequestRateMeter />
      <Card title={t('debug.latency')}>
        <p className={styles['text']}>{t('debug.latency.text', { count: number(PINGS) })}</p>
        <Segmented
          label={t('debug.latency.target')}
          options={[
            { value: 'cloud', label: t('debug.latency.cloud') },
            { value: 'device', label: t('debug.latency.device') },
          ]}
          value={target}
          disabled={running}
          onChange={setTarget}
        />
        <div className="row wrap gap-10">
          {running ? (
            <Button
              onClick={() => {
                stop.current?.abort();
                setRunning(false);
              }}
            >
              {t('debug.latency.stop')}
            </Button>
          ) : (
            <Button variant="primary" disabled={!isReady} onClick={() => void run()}>
              {t('debug.latency.start')}
            </Button>
          )}
        </div>
        {!isReady && <p className="note">{t('debug.latency.needs')}</p>}
        {series.length > 0 && <LatencyCharts series={series} most={PINGS} />}
        <FactList>
          <Fact name={t('debug.latency.answered')}>
            {t('debug.latency.answered.value', {
              answered: number(stats?.answered ?? 0),
              asked: number(series.length),
            })}
          </Fact>
          <Fact name={t('debug.latency.p50')}>{ms(stats?.p50Ms)}</Fact>
          <Fact name={t('debug.latency.p95')}>{ms(stats?.p95Ms)}</Fact>
          <Fact name={t('debug.latency.range')}>{stats ? `${ms(stats.minMs)} – ${ms(stats.maxMs)}` : '–'}</Fact>
          <Fact name={t('debug.latency.jitter')}>{ms(stats?.jitterMs)}</Fact>
        </FactList>
      </Card>
    </div>
  );
}
