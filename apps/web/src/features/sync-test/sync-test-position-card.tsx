import { LiveDeviceDrawing } from '../../device-view/position/live-device-drawing.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { useSetting, useSettingsStore } from '../../settings/use-settings.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/switch.tsx';
import styles from './sync-test-page.module.css';

/** A drawing of the device at its estimated position. */
export function SyncTestEstimatedPositionCard() {
  const { t } = useTexts();
  const settings = useSettingsStore();
  const device = useSetting((now) => now.device);
  const isShown = useSetting(({ syncPage }) => syncPage.simulator);
  return (
    <Card>
      <Switch
        label={t('sync.simulator')}
        checked={isShown}
        onChange={(simulator) => settings.update({ syncPage: { ...settings.state.getState().syncPage, simulator } })}
      />
      {isShown && (
        <div className={styles['drawing']}>
          <LiveDeviceDrawing device={device} size={168} />
        </div>
      )}
    </Card>
  );
}
