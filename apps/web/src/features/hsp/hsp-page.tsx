import type { PointStream } from '@tactus/sdk';
import { useState } from 'react';
import { LimitedNote } from '../../device/dock/limited-note.tsx';
import { useConnectionStatus } from '../../device/session/device-context.tsx';
import { RequireCapability } from '../../device/session/require-capability.tsx';
import { UnsupportedFeatures } from '../../device/session/unsupported-features.tsx';
import { PositionCard } from '../../device-view/position/position-card.tsx';
import { curvePoints, INITIAL_CURVE } from '../../device-view/stream-lab/curve.ts';
import { DEFAULT_LAB, type LabSettings } from '../../device-view/stream-lab/lab-settings.ts';
import { SourceCard } from '../../device-view/stream-lab/source-card.tsx';
import { StreamTransport } from '../../device-view/stream-lab/transport.tsx';
import { type LabSource, useLabStream, usePointStream } from '../../device-view/stream-lab/use-lab.ts';
import { useTexts } from '../../i18n/text.tsx';
import { Card } from '../../ui/card.tsx';
import { LivePanel } from '../../ui/panel-slot.tsx';
import { EventList } from './event-list.tsx';
import type { EventLog } from './event-log.ts';
import styles from './hsp-page.module.css';
import { LabForm } from './lab-form.tsx';
import { StreamBar } from './stream-bar.tsx';
import { StreamFacts } from './stream-facts.tsx';
import { useCourse } from './use-course.ts';
import { useEventLog, useStreamLogged } from './use-event-log.ts';

const CHART_SPAN_S = 8;

/** The stream lab: a drawn curve, sent point by point. */
export function HspPage() {
  return (
    <RequireCapability needs="slider">
      <StreamLab />
    </RequireCapability>
  );
}

function StreamLab() {
  const { t } = useTexts();
  const [source, setSource] = useState<LabSource>(() => ({ curve: curvePoints(INITIAL_CURVE) }));
  const [settings, setSettings] = useState<LabSettings>(DEFAULT_LAB);
  const log = useEventLog();
  const stream = usePointStream(source, settings);
  const commanded = useCourse(source, stream);
  return (
    <div className={styles['page']}>
      <SourceCard onSource={setSource} />
      <Card title={t('hsp.stream')}>
        {stream && <StreamPart stream={stream} log={log} thresholdPercent={settings.thresholdPercent} />}
      </Card>
      <Card title={t('hsp.settings')}>
        <LabForm settings={settings} onChange={setSettings} />
      </Card>
      <LivePanel className={styles['panel']}>
        <PositionCard spanS={CHART_SPAN_S} commanded={commanded} />
        <EventList log={log} />
      </LivePanel>
      <UnsupportedFeatures of={['leases']} />
    </div>
  );
}

interface StreamPartProps {
  stream: PointStream;
  log: EventLog;
  thresholdPercent: number;
}

function StreamPart({ stream, log, thresholdPercent }: StreamPartProps) {
  const ready = useConnectionStatus() === 'ready';
  const lab = useLabStream(stream);
  useStreamLogged(stream, log);
  return (
    <>
      <StreamTransport lab={lab} disabled={!ready} />
      <LimitedNote />
      <StreamBar stream={stream} thresholdPercent={thresholdPercent} />
      <StreamFacts lab={lab} />
    </>
  );
}
