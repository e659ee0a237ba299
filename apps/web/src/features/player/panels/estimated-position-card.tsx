import { LiveDeviceDrawing } from '../../../device-view/position/live-device-drawing.tsx';
import { useTexts } from '../../../i18n/text.tsx';
import { useSetting, useSettingsStore } from '../../../settings/use-settings.tsx';
import { Card } from '../../../ui/card.tsx';
import { Switch } from '../../../ui/switch.tsx';
import styles from './side-cards.module.css';

/** A drawing of the device at its estimated position. */
export function EstimatedPositionCard() {
  const { t } = useTexts();
  const settings = useSettingsStore();
  const device = useSetting((now) => now.device);
  const isShown = useSetting(({ localPlayer }) => localPlayer.showSimulator);
  return (
    <Card>
      <Switch
        label={t('player.simulator')}
        checked={isShown}
        onChange={(showSimulator) =>
          settings.update({ localPlayer: { ...settings.state.getState().localPlayer, showSimulator } })
        }
      />
      {isShown && (
        <div className={styles['drawing']}>
          <LiveDeviceDrawing device={device} size={168} />
        </div>
      )}
    </Card>
  );
}
