import { connectionStatus } from '@tactus/sdk';
import { useCallback, useEffect, useState } from 'react';
import { useDevice } from '../../../device/session/device-context.tsx';
import { PercentChartCard } from '../../../device-view/position/percent-chart-card.tsx';
import type { ReadPosition } from '../../../device-view/position/position-snapshot.ts';
import { useCanvas } from '../../../device-view/position/use-canvas.ts';
import type { MessageKey } from '../../../i18n/catalogs.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { Card } from '../../../ui/card.tsx';
import { Fact, FactList } from '../../../ui/facts.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { useClock } from '../../../ui/time-context.tsx';
import styles from '../debug.module.css';
import { createPositionDeviationMeter, type PositionDeviation } from './deviation.ts';
import { drawSimulator, type SimulatorScene } from './draw-simulator.ts';
import { DrawnScriptControls } from './drawn-script-controls.tsx';
import { createDrawnScriptPlayer } from './drawn-script-player.ts';
import own from './simulator.module.css';

/** The source of the drawing: a script, the commands, or only the device's reports. */
type Source = 'script' | 'commands' | 'events';

const SPAN_S = 10;
const POLL_EVERY_MS = 500;
const TEXTS: Readonly<Record<Source, MessageKey>> = {
  script: 'debug.simulator.script.text',
  commands: 'debug.simulator.commands.text',
  events: 'debug.simulator.events.text',
};

/** The device, drawn: commanded against reported. */
export function SimulatorPage() {
  const { t, number } = useTexts();
  const time = useClock();
  const device = useDevice();
  const [source, setSource] = useState<Source>('commands');
  const [clock] = useState(() => createDrawnScriptPlayer(time));
  const [meter, setMeter] = useState(createPositionDeviationMeter);
  const [deviation, setDeviation] = useState<PositionDeviation>();
  useEffect(() => device.position.watch(), [device]);
  useEffect(() => time.every(POLL_EVERY_MS, () => setDeviation(meter.now())), [time, meter]);

  const commanded = useCallback(() => {
    if (source === 'script') return clock.position01();
    const isReady = connectionStatus(device.store.getState()) === 'ready';
    return source === 'commands' && isReady ? device.position.at()?.position01 : undefined;
  }, [source, clock, device]);
  const readings = useCallback(() => device.position.readings(), [device]);
  const read = useCallback((): SimulatorScene => {
    const { min, max } = device.store.getState().slider;
    const commanded01 = commanded();
    if (source === 'commands' && commanded01 !== undefined) meter.commanded(time.monotonic(), commanded01);
    meter.readings(readings());
    return { commanded01, reported01: readings().at(-1)?.position01, windowMin01: min, windowMax01: max };
  }, [source, commanded, readings, device, meter, time]);
  const readReported = useCallback<ReadPosition>(() => {
    const { min, max } = device.store.getState().slider;
    const at = readings().at(-1);
    return at && { position01: at.position01, windowMin01: min, windowMax01: max, moving: false };
  }, [readings, device]);

  function choose(next: Source) {
    setSource(next);
    setMeter(createPositionDeviationMeter());
    setDeviation(undefined);
  }

  const share = (value: number | undefined) =>
    value === undefined ? '–' : t('unit.percent', { value: number(value * 100, 1) });
  return (
    <div className="column gap-16 shrink">
      <Segmented
        label={t('debug.simulator.source')}
        options={[
          { value: 'script', label: t('debug.simulator.script') },
          { value: 'commands', label: t('debug.simulator.commands') },
          { value: 'events', label: t('debug.simulator.events') },
        ]}
        value={source}
        onChange={choose}
      />
      <div className={own['columns']}>
        <Card title={t('debug.simulator.drawing')}>
          <SimulatorDrawing read={read} label={t('debug.simulator.label')} />
          <ul className={own['legend']}>
            <li data-kind="reported">{t('debug.simulator.reported')}</li>
            <li data-kind="commanded">{t('debug.simulator.commanded')}</li>
          </ul>
        </Card>
        <div className="column gap-16 shrink">
          <Card title={t('debug.simulator.what')}>
            <p className={styles['text']}>{t(TEXTS[source])}</p>
            {source === 'script' && <DrawnScriptControls clock={clock} />}
            <FactList>
              <Fact name={t('debug.simulator.compared')}>{number(deviation?.compared ?? 0)}</Fact>
              <Fact name={t('debug.simulator.mean')}>{share(deviation?.mean01)}</Fact>
              <Fact name={t('debug.simulator.most')}>{share(deviation?.most01)}</Fact>
            </FactList>
          </Card>
          <PercentChartCard
            key={source}
            title={t('debug.simulator.chart')}
            note={t('debug.simulator.note')}
            label={t('debug.simulator.chart')}
            read={readReported}
            readings={readings}
            commanded={commanded}
            spanS={SPAN_S}
          />
        </div>
      </div>
    </div>
  );
}

/** The device from its side, redrawn in every frame in which it changed. */
function SimulatorDrawing({ read, label }: { read: () => SimulatorScene; label: string }) {
  const canvas = useCanvas((surface, ink, changed) => {
    const scene = read();
    if (!changed(...Object.values(scene))) return false;
    drawSimulator(surface, ink, scene);
    return true;
  });
  return <canvas ref={canvas} className={own['drawing']} role="img" aria-label={label} />;
}
