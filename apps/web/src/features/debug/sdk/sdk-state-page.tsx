import { useState } from 'react';
import { useDevice, useDeviceState } from '../../../device/session/device-context.tsx';
import { messageOfThrown } from '../../../device/session/log.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { useSetting } from '../../../settings/use-settings.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import styles from '../debug.module.css';
import { Failure } from '../failure.tsx';
import { usePausableTrace } from '../home/use-trace.ts';
import { SdkClockCard } from './clock-card.tsx';
import { ConnectionStateDiagram } from './connection-state-diagram.tsx';
import { StateTree } from './state-tree.tsx';

const MOST_TRANSITIONS = 8;

/** The state of the SDK, its connection machine, and its clock samples. */
export function SdkStatePage() {
  return (
    <div className={styles['columns']}>
      <MachineCard />
      <SdkClockCard />
      <StateTree />
    </div>
  );
}

function MachineCard() {
  const { t, number } = useTexts();
  const device = useDevice();
  const state = useDeviceState(({ connectionState }) => connectionState);
  const isStopUnconfirmed = useDeviceState(
    ({ stopPhase }) => stopPhase === 'stopping' || stopPhase === 'could-not-send',
  );
  // A disconnect clears the key of the device; the settings still have it.
  const key = useSetting(({ connectionKey }) => connectionKey);
  const [failure, setFailure] = useState<string>();
  const entries = usePausableTrace();
  const startMs = entries[0]?.atMs ?? 0;
  const transitions = entries.filter((entry) => entry.kind === 'transition').slice(-MOST_TRANSITIONS);

  function connect() {
    setFailure(undefined);
    // A Stop that is not confirmed yet goes on being sent, which a disconnect would end.
    if (!isStopUnconfirmed) device.disconnect();
    device.connect(key).catch((error: unknown) => setFailure(messageOfThrown(error)));
  }

  return (
    <Card title={t('debug.machine')}>
      <ConnectionStateDiagram state={state} />
      <div className="row wrap gap-10">
        <Button onClick={connect}>{t('debug.machine.connect')}</Button>
        <Button onClick={() => device.disconnect()}>{t('debug.machine.disconnect')}</Button>
      </div>
      <Failure title={t('debug.machine.failed')} text={failure} />
      <ol className={styles['list']}>
        {transitions.toReversed().map((entry) => (
          <li key={entry.seq} className={styles['line']}>
            <span className={styles['at']}>{number((entry.atMs - startMs) / 1_000, 2)}</span>
            <span>
              <code>{entry.event}</code>
              <span className={styles['detail']}>
                {entry.from} → {entry.to}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
