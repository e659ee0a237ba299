import { useEffect } from 'react';
import { useStore } from 'zustand';
import { DeviceProvider } from '../device/session/device-context.tsx';
import { useTexts } from '../i18n/text.tsx';
import type { GuestConnection } from '../sharing/guest-connection-facts.ts';
import { Dot } from '../ui/pill.tsx';
import { useLatest } from '../ui/use-latest.ts';
import type { WidgetAppearance } from '../widget/appearance.ts';
import { DriveControls } from './drive-controls.tsx';
import type { EmbeddingPagePort } from './embedding-page-port.ts';

interface WidgetSessionProps {
  connection: GuestConnection;
  port: EmbeddingPagePort;
  appearance: WidgetAppearance;
  /** The permission has ended: the person may ask again. */
  onOver: () => void;
}

/** A guest's session by a permission: joining, and inside. */
export function WidgetSession({ connection, port, appearance, onOver }: WidgetSessionProps) {
  const { t } = useTexts();
  const { state, session, inside, failed, nameRefused } = useStore(connection.store);
  const isInside = (state === 'inside' || state === 'away') && inside !== undefined && session !== undefined;
  const isOver = state === 'over' || state === 'turned-away' || (state === 'join-form' && (failed || nameRefused));
  useIdleReport(port, isInside);
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver, onOver]);
  if (isInside)
    return (
      <DeviceProvider device={inside.device}>
        <DriveControls {...{ inside, session, port, appearance }} away={state === 'away'} />
      </DeviceProvider>
    );
  return (
    <p className="row align-center gap-8 note" role="status">
      <Dot tone="busy" />
      {t('uui.state.joining')}
    </p>
  );
}

/** Reports to the page that permission is needed while no guest is inside. */
function useIdleReport(port: EmbeddingPagePort, isInside: boolean): void {
  const latest = useLatest(port);
  useEffect(() => {
    if (!isInside) latest.current.post({ type: 'state', state: 'permission', speed: 0 });
  }, [latest, isInside]);
}
