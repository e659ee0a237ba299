import { CLOCK_SAMPLES_DEFAULT } from '@tactus/sdk';
import { useState } from 'react';
import { useDevice, useDeviceState } from '../../../device/session/device-context.tsx';
import { messageOfThrown } from '../../../device/session/log.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Fact, FactList } from '../../../ui/facts.tsx';
import styles from '../debug.module.css';
import { Failure } from '../failure.tsx';
import { usePausableTrace } from '../home/use-trace.ts';
import { clockScatterPlotOf } from './clock-scatter.ts';
import own from './sdk.module.css';

const SIZE = { width: 400, height: 180 } as const;

/** The clock samples, each as a point: its round trip across, its offset upward. */
export function SdkClockCard() {
  const { t, number } = useTexts();
  const device = useDevice();
  const sync = useDeviceState((state) => state.clockSync);
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const samples = usePausableTrace().filter((entry) => entry.kind === 'clock-sample');
  const scatter = clockScatterPlotOf(samples, { ...SIZE, newest: CLOCK_SAMPLES_DEFAULT });
  const ms = (value: number) => t('debug.latency.ms', { value: number(value, 1) });

  async function measure() {
    setFailure(undefined);
    setBusy(true);
    await device.clock.sync().catch((error: unknown) => setFailure(messageOfThrown(error)));
    setBusy(false);
  }

  return (
    <Card title={t('debug.clock')}>
      {scatter === undefined ? (
        <p className={styles['text']}>{t('debug.clock.empty')}</p>
      ) : (
        <figure className="grid gap-6">
          <svg
            className={styles['chart']}
            viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
            role="img"
            aria-label={t('debug.clock.label', { count: number(samples.length) })}
          >
            {scatter.points.map(({ seq, x, y, isNew }) => (
              <circle key={seq} className={own['sample']} data-new={isNew || undefined} cx={x} cy={y} r={4} />
            ))}
          </svg>
          <figcaption className="row justify-between note tabular">
            <span>{t('debug.clock.trip', { from: ms(scatter.trip.least), to: ms(scatter.trip.most) })}</span>
            <span>{t('debug.clock.offset', { from: ms(scatter.offset.least), to: ms(scatter.offset.most) })}</span>
          </figcaption>
        </figure>
      )}
      <FactList>
        <Fact name={t('debug.clock.samples')}>{number(samples.length)}</Fact>
        <Fact name={t('debug.clock.estimate')}>{sync.synced ? ms(sync.clockOffset) : '–'}</Fact>
        <Fact name={t('debug.clock.rtd')}>{sync.synced ? ms(sync.rtd) : '–'}</Fact>
        <Fact name={t('debug.clock.device')}>{ms(sync.deviceClockOffset)}</Fact>
      </FactList>
      <div className="row wrap gap-10">
        <Button busy={busy} onClick={() => void measure()}>
          {t('debug.clock.measure')}
        </Button>
      </div>
      <Failure title={t('debug.clock.failed')} text={failure} />
    </Card>
  );
}
