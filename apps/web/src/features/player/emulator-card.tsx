import { useState } from 'react';
import { useStore } from 'zustand';
import { useLinkedDevices } from '../../device/linked-devices-context.tsx';
import { PositionStrip } from '../../device-view/position-strip.tsx';
import type { Emulator } from '../../emulator/emulator.ts';
import { emulatorOfTab } from '../../emulator/emulator-of-tab.ts';
import { EmulatorPanel } from '../../emulator/emulator-panel.tsx';
import { useEmulatorPosition } from '../../emulator/use-emulator-position.ts';
import { useTexts } from '../../i18n/text.tsx';
import { newLinkedDevice } from '../../settings/linked-device.ts';
import { useSetting, useSettingsStore } from '../../settings/use-settings.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useTime } from '../../ui/time-context.tsx';
import styles from './side-cards.module.css';

/** A virtual device of this tab beside the player: to play on, and to press the buttons of. */
export function EmulatorCard() {
  const { t } = useTexts();
  const settings = useSettingsStore();
  const isShown = useSetting(({ localPlayer }) => localPlayer.showEmulator);
  return (
    <Card>
      <Switch
        label={t('player.emulator')}
        checked={isShown}
        onChange={(showEmulator) =>
          settings.update({ localPlayer: { ...settings.state.getState().localPlayer, showEmulator } })
        }
      />
      {isShown && <OfTab />}
    </Card>
  );
}

function OfTab() {
  const { t } = useTexts();
  const settings = useSettingsStore();
  const { cloud } = useLinkedDevices();
  const [emulator] = useState(() => emulatorOfTab(cloud));
  const { phase, connectionKey, model } = useStore(emulator.state);
  const inUse = useSetting((now) => now.connectionKey) === connectionKey;

  function keep(key: string) {
    const { linkedDevices } = settings.state.getState();
    if (linkedDevices.some((one) => one.connectionKey === key)) return;
    settings.update({ linkedDevices: [...linkedDevices, newLinkedDevice(key, t('player.emulator.nickname'))] });
  }

  return (
    <>
      {phase === 'linked' && connectionKey !== undefined && !inUse && (
        <Button wide variant="primary" onClick={() => settings.update({ connectionKey })}>
          {t('player.emulator.use')}
        </Button>
      )}
      <EmulatorPanel
        compact
        emulator={emulator}
        drawing={model !== 'oh' && <Strip emulator={emulator} />}
        onStarted={keep}
      />
    </>
  );
}

function Strip({ emulator }: { emulator: Emulator }) {
  const { t } = useTexts();
  const read = useEmulatorPosition(emulator);
  return (
    <div className={styles['strip']}>
      <PositionStrip read={read} time={useTime()} label={t('strip.label')} />
    </div>
  );
}
