import { useState } from 'react';
import { useConnectionStatus } from '../../device/session/device-context.tsx';
import type { RecordedStream } from '../../device/session/vibration-stream.ts';
import { curvePoints, INITIAL_CURVE } from '../../device-view/stream-lab/curve.ts';
import { CurveOrScriptCard } from '../../device-view/stream-lab/curve-or-script-card.tsx';
import { DEFAULT_STREAM_LAB_SETTINGS, type StreamLabSettings } from '../../device-view/stream-lab/lab-settings.ts';
import { StreamPlayControls } from '../../device-view/stream-lab/stream-play-controls.tsx';
import { type LabSource, useLabStream, usePointStream } from '../../device-view/stream-lab/use-lab-stream.ts';

/** A guest's stream begins at the slider's position: the cloud lets it catch up at the allowed speed. */
const SETTINGS: StreamLabSettings = { ...DEFAULT_STREAM_LAB_SETTINGS, leadIn: false };

/** Lets a guest play a curve of points: drawn, or from a script. */
export function GuestCurveControls() {
  const [source, setSource] = useState<LabSource>(() => ({ curve: curvePoints(INITIAL_CURVE) }));
  const stream = usePointStream(source, SETTINGS);
  return (
    <>
      {stream && <CourseTransport stream={stream} />}
      <CurveOrScriptCard onSource={setSource} />
    </>
  );
}

function CourseTransport({ stream }: { stream: RecordedStream }) {
  const ready = useConnectionStatus() === 'ready';
  return <StreamPlayControls lab={useLabStream(stream)} disabled={!ready} />;
}
