import { pointsToColumns, scriptPositionAt } from '@tactus/motion';
import { useMemo, useState } from 'react';
import { AppliedLimitsNote } from '../../device/dock/applied-limits-note.tsx';
import { useMissingCapabilities } from '../../device/session/capability.ts';
import { useConnectionStatus } from '../../device/session/device-context.tsx';
import { RequireCapability } from '../../device/session/require-capability.tsx';
import { UnsupportedFeaturesNote } from '../../device/session/unsupported-features-note.tsx';
import { VibratesNote } from '../../device/session/vibrates-note.tsx';
import type { RecordedStream } from '../../device/session/vibration-stream.ts';
import type { ReadFraction } from '../../device-view/position/position-snapshot.ts';
import { curvePoints, INITIAL_CURVE } from '../../device-view/stream-lab/curve.ts';
import { CurveOrScriptCard } from '../../device-view/stream-lab/curve-or-script-card.tsx';
import { DEFAULT_STREAM_LAB_SETTINGS, type StreamLabSettings } from '../../device-view/stream-lab/lab-settings.ts';
import { StreamPlayControls } from '../../device-view/stream-lab/stream-play-controls.tsx';
import {
  type LabSource,
  pointsOfLabSource,
  useLabStream,
  usePointStream,
} from '../../device-view/stream-lab/use-lab-stream.ts';
import { MotionCard } from '../../device-view/vibration/motion-card.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { Card } from '../../ui/card.tsx';
import { LivePanel } from '../../ui/panel-slot.tsx';
import { StreamEventList } from './event-list.tsx';
import type { StreamEventLog } from './event-log.ts';
import { StreamBufferBar } from './stream-buffer-bar.tsx';
import { StreamFigures } from './stream-figures.tsx';
import { StreamSettingsForm } from './stream-settings-form.tsx';
import { useLogStreamRequests, useStreamEventLog } from './use-event-log.ts';

const CHART_SPAN_S = 8;

/** The stream lab: a drawn curve, sent point by point. */
export function HspPage() {
  return (
    <RequireCapability>
      <StreamLab />
    </RequireCapability>
  );
}

function StreamLab() {
  const { t } = useTexts();
  const { slider: vibrates } = useMissingCapabilities();
  const [source, setSource] = useState<LabSource>(() => ({ curve: curvePoints(INITIAL_CURVE) }));
  const [settings, setSettings] = useState<StreamLabSettings>(DEFAULT_STREAM_LAB_SETTINGS);
  const log = useStreamEventLog();
  const stream = usePointStream(source, settings);
  const commanded = useCurvePosition(source, stream);
  return (
    <div className="column gap-16">
      <CurveOrScriptCard onSource={setSource} />
      <Card title={t('hsp.stream')}>
        {stream && <StreamPart stream={stream} log={log} thresholdPercent={settings.thresholdPercent} />}
      </Card>
      <Card title={t('hsp.settings')}>
        <StreamSettingsForm settings={settings} onChange={setSettings} />
      </Card>
      <LivePanel className="column gap-16">
        <MotionCard spanS={CHART_SPAN_S} commanded={commanded} />
        {!vibrates && <StreamEventList log={log} />}
      </LivePanel>
      <UnsupportedFeaturesNote of={['leases']} />
    </div>
  );
}

interface StreamPartProps {
  stream: RecordedStream;
  log: StreamEventLog;
  thresholdPercent: number;
}

function StreamPart({ stream, log, thresholdPercent }: StreamPartProps) {
  const ready = useConnectionStatus() === 'ready';
  const { slider: vibrates } = useMissingCapabilities();
  const lab = useLabStream(stream);
  useLogStreamRequests(stream, log);
  return (
    <>
      <StreamPlayControls lab={lab} disabled={!ready} />
      <AppliedLimitsNote />
      <VibratesNote />
      {!vibrates && <StreamBufferBar stream={stream} thresholdPercent={thresholdPercent} />}
      <StreamFigures lab={lab} />
    </>
  );
}

/** The position of the curve at this instant, a share of the stroke; undefined while it does not play. */
function useCurvePosition(source: LabSource, stream: RecordedStream | undefined): ReadFraction {
  return useMemo(() => {
    const columns = pointsToColumns(pointsOfLabSource(source));
    return () =>
      stream?.store.getState().phase === 'playing' ? scriptPositionAt(columns, stream.positionMs()) / 100 : undefined;
  }, [source, stream]);
}
