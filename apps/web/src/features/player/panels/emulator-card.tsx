import { useStore } from 'zustand';
import { PositionStrip } from '../../../device-view/position/position-strip.tsx';
import type { Emulator } from '../../../emulator/emulator.ts';
import { EmulatorPanel } from '../../../emulator/emulator-panel.tsx';
import { addEmulatorToLinkedDevices } from '../../../emulator/linked-emulator.ts';
import { useEmulatorOfTab } from '../../../emulator/use-emulator-of-tab.ts';
import { useEmulatorPosition } from '../../../emulator/use-emulator-position.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { useSetting, useSettingsStore } from '../../../settings/use-settings.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { useClock } from '../../../ui/time-context.tsx';
import styles from './side-cards.module.css';

/** The virtual device of this tab beside the player: the player can drive it, and its buttons can be pressed. */
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
  const emulator = useEmulatorOfTab();
  const { phase, connectionKey, model } = useStore(emulator.state);
  const inUse = useSetting((now) => now.connectionKey) === connectionKey;

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
        onStarted={(key) => addEmulatorToLinkedDevices(settings, key, t('player.emulator.nickname'))}
      />
    </>
  );
}

function Strip({ emulator }: { emulator: Emulator }) {
  const { t } = useTexts();
  const read = useEmulatorPosition(emulator);
  return (
    <div className={styles['strip']}>
      <PositionStrip read={read} time={useClock()} label={t('strip.label')} />
    </div>
  );
}
