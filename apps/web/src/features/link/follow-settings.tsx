import { useTexts } from '../../i18n/text.tsx';
import { FOLLOWER_OFFSET_MAX_MS, type LinkedDevice, withLinkedDevice } from '../../settings/linked-device.ts';
import { useSettingsStore } from '../../settings/use-settings.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { Switch } from '../../ui/switch.tsx';
import styles from './follow-settings.module.css';

const OFFSET_STEP_MS = 10;
const SCALE_STEP_PERCENT = 5;

/** Whether a device follows the one in use, and how it differs from it. */
export function FollowSettings({ device, canFollow }: { device: LinkedDevice; canFollow: boolean }) {
  const { t, number } = useTexts();
  const settings = useSettingsStore();

  function change(changed: Partial<LinkedDevice>) {
    const { linkedDevices } = settings.state.getState();
    settings.update({ linkedDevices: withLinkedDevice(linkedDevices, device.connectionKey, changed) });
  }

  if (!device.follows && !canFollow) return <p className={styles['note']}>{t('link.follow.full')}</p>;
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
          <div>
            <p className={styles['label']}>{t('link.offset')}</p>
            <Stepper
              label={t('link.offset')}
              decreaseLabel={t('link.offset.later')}
              increaseLabel={t('link.offset.earlier')}
              value={device.offsetMs}
              min={-FOLLOWER_OFFSET_MAX_MS}
              max={FOLLOWER_OFFSET_MAX_MS}
              step={OFFSET_STEP_MS}
              valueText={t('unit.ms', { value: number(device.offsetMs) })}
              onChange={(offsetMs) => change({ offsetMs })}
            />
          </div>
          <p className={styles['note']}>{t('link.offset.hint')}</p>
        </div>
      )}
    </div>
  );
}
