import { useTexts } from '../../i18n/text.tsx';
import { type SavedDevice, withChangedDevice } from '../../settings/saved-device.ts';
import { useSettingsStore } from '../../settings/use-settings.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { Switch } from '../../ui/switch.tsx';
import styles from './follow-settings.module.css';

const SCALE_STEP_PERCENT = 5;
const AHEAD_STEP_MS = 10;
const AHEAD_MAX_MS = 500;

/** Whether a device follows the one in use, and how it differs from it. */
export function FollowSettings({ device, canFollow }: { device: SavedDevice; canFollow: boolean }) {
  const { t, number } = useTexts();
  const settings = useSettingsStore();

  function change(changed: Partial<SavedDevice>) {
    const { linkedDevices } = settings.state.getState();
    settings.update({ linkedDevices: withChangedDevice(linkedDevices, device.connectionKey, changed) });
  }

  if (!device.follows && !canFollow) return <p className="note">{t('link.follow.full')}</p>;
  return (
    <div className={styles['follow']}>
      <Switch label={t('link.follow')} checked={device.follows} onChange={(follows) => change({ follows })} />
      {device.follows && (
        <div className={styles['measures']}>
          <div>
            <p className={styles['label']}>{t('link.scale')}</p>
            <Stepper
              label={t('link.scale')}
              decreaseLabel={t('link.scale.less')}
              increaseLabel={t('link.scale.more')}
              value={device.scalePercent}
              min={SCALE_STEP_PERCENT}
              max={100}
              step={SCALE_STEP_PERCENT}
              valueText={t('unit.percent', { value: number(device.scalePercent) })}
              onChange={(scalePercent) => change({ scalePercent })}
            />
          </div>
          <p className="note">{t('link.scale.hint')}</p>
          <div>
            <p className={styles['label']}>{t('link.ahead')}</p>
            <Stepper
              label={t('link.ahead')}
              decreaseLabel={t('link.ahead.less')}
              increaseLabel={t('link.ahead.more')}
              value={device.offsetMs}
              min={-AHEAD_MAX_MS}
              max={AHEAD_MAX_MS}
              step={AHEAD_STEP_MS}
              valueText={t('unit.ms', { value: number(device.offsetMs) })}
              onChange={(offsetMs) => change({ offsetMs })}
            />
          </div>
          <p className="note">{t('link.ahead.hint')}</p>
        </div>
      )}
    </div>
  );
}
