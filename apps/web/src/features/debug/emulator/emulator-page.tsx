import { useStore } from 'zustand';
import { PositionStrip } from '../../../device-view/position/position-strip.tsx';
import type { Emulator } from '../../../emulator/emulator.ts';
import { EmulatorPanel } from '../../../emulator/emulator-panel.tsx';
import { useEmulatorOfTab } from '../../../emulator/use-emulator-of-tab.ts';
import { useEmulatorPosition } from '../../../emulator/use-emulator-position.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { Card } from '../../../ui/card.tsx';
import { useClock } from '../../../ui/time-context.tsx';
import styles from '../debug.module.css';
import { EmulatorAccess } from './emulator-access.tsx';

/** A virtual device that runs in this tab, linked to the cloud under a key of its own, with all its buttons and faults. */
export function EmulatorPage() {
  const { t } = useTexts();
  const emulator = useEmulatorOfTab();
  const { connectionKey, model } = useStore(emulator.state);
  return (
    <div className="column gap-16 shrink">
      <Card title={t('debug.emulator')}>
        <p className={styles['text']}>{t('debug.emulator.text')}</p>
        <EmulatorPanel emulator={emulator} drawing={model === 'oh' ? undefined : <Strip emulator={emulator} />} />
      </Card>
      {connectionKey !== undefined && <EmulatorAccess connectionKey={connectionKey} />}
    </div>
  );
}

function Strip({ emulator }: { emulator: Emulator }) {
  const { t } = useTexts();
  const time = useClock();
  return <PositionStrip read={useEmulatorPosition(emulator)} time={time} label={t('strip.label')} />;
}
