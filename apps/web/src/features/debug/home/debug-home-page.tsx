import { useState } from 'react';
import type { MessageKey } from '../../../i18n/catalogs.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { FlightRecorder } from '../recorder/flight-recorder.tsx';
import { EnvironmentOverview } from './environment-overview.tsx';
import { EventConsole } from './event-console.tsx';
import { LatencyLab } from './latency-lab.tsx';

const TOOLS = ['overview', 'events', 'latency', 'recorder'] as const;
type Tool = (typeof TOOLS)[number];

const NAMES: Readonly<Record<Tool, MessageKey>> = {
  overview: 'debug.tool.overview',
  events: 'debug.tool.events',
  latency: 'debug.tool.latency',
  recorder: 'debug.tool.recorder',
};

/** The first debug page: versions and settings, the event console, the latency lab, and the recorder. */
export function DebugHomePage() {
  const { t } = useTexts();
  const [tool, setTool] = useState<Tool>('overview');
  return (
    <div className="column gap-16 shrink">
      <Segmented
        label={t('debug.tool')}
        options={TOOLS.map((value) => ({ value, label: t(NAMES[value]) }))}
        value={tool}
        onChange={setTool}
      />
      {tool === 'overview' && <EnvironmentOverview />}
      {tool === 'events' && <EventConsole />}
      {tool === 'latency' && <LatencyLab />}
      {tool === 'recorder' && <FlightRecorder />}
    </div>
  );
}
