import type { PointStreamState } from '@tactus/sdk';
import { type ReactNode, useCallback } from 'react';
import { useMissingCapabilities } from '../../device/session/capability.ts';
import { useDevice } from '../../device/session/device-context.tsx';
import { LiveText } from '../../device-view/position/live-text.tsx';
import type { LabStream } from '../../device-view/stream-lab/use-lab-stream.ts';
import type { MessageKey } from '../../i18n/catalogs.ts';
import { useTexts } from '../../i18n/text.tsx';
import styles from './hsp-page.module.css';

const PHASES: Readonly<Record<PointStreamState['phase'], MessageKey>> = {
  idle: 'hsp.phase.idle',
  'leading-in': 'hsp.phase.leadingIn',
  starting: 'hsp.phase.starting',
  waiting: 'hsp.phase.waiting',
  playing: 'hsp.phase.playing',
  starving: 'hsp.phase.starving',
  paused: 'hsp.phase.paused',
  ended: 'hsp.phase.ended',
  stopped: 'hsp.phase.stopped',
  interrupted: 'hsp.phase.interrupted',
  'taken-over': 'hsp.phase.takenOver',
  failed: 'hsp.phase.failed',
  closed: 'hsp.phase.stopped',
};

/** The gauge: the buffered time, the requests left in this minute, and the counters. A device that vibrates buffers nothing. */
export function StreamFigures({ lab }: { lab: LabStream }) {
  const { slider: vibrates } = useMissingCapabilities();
  return vibrates ? (
    <dl className={styles['facts']}>
      <PhaseFact lab={lab} />
    </dl>
  ) : (
    <BufferFigures lab={lab} />
  );
}

function PhaseFact({ lab }: { lab: LabStream }) {
  const { t } = useTexts();
  return (
    <Fact name={t('hsp.phase')}>
      <span role="status">{t(PHASES[lab.state.phase])}</span>
    </Fact>
  );
}

function BufferFigures({ lab }: { lab: LabStream }) {
  const { t, number } = useTexts();
  const device = useDevice();
  const { stream, state } = lab;
  const readGauge = useCallback(() => {
    const { used, limit } = device.budget.headroom();
    const seconds = number(stream.store.getState().bufferedMs / 1_000, 1);
    if (!Number.isFinite(limit)) return t('hsp.gauge.free', { seconds, used: number(used) });
    return t('hsp.gauge', { seconds, used: number(used), limit: number(limit) });
  }, [device, stream, t, number]);
  return (
    <>
      <p className={styles['gauge']}>
        <LiveText read={readGauge} />
      </p>
      <dl className={styles['facts']}>
        <PhaseFact lab={lab} />
        <Fact name={t('hsp.sent')}>{number(state.sentPoints)}</Fact>
        <Fact name={t('hsp.played')}>{number(state.playedPoints)}</Fact>
        <Fact name={t('hsp.starvations')}>{number(state.starvations)}</Fact>
        <Fact name={t('hsp.streamId')}>{state.streamId ?? '–'}</Fact>
        {state.steppedDown > 0 && (
          <Fact name={t('hsp.steppedDown')}>{t('hsp.steppedDown.gap', { ms: number(state.minGapMs) })}</Fact>
        )}
      </dl>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
