import { useConnectionStatus, useDevice, useDeviceState } from '../../../device/session/device-context.tsx';
import { useThrottledDraft } from '../../../device/session/use-throttled-draft.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { Card } from '../../../ui/card.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import styles from './live-settings.module.css';

/** The largest offset that the cloud accepts, ms. */
const OFFSET_MOST_MS = 5_000;
const OFFSET_STEP_MS = 10;

/** The time by which the device plays earlier or later than the picture. */
export function OffsetCard() {
  const { t, number } = useTexts();
  const device = useDevice();
  const disabled = useConnectionStatus() !== 'ready';
  const reported = useDeviceState(({ clockSync }) => clockSync.deviceUserTimeOffset ?? 0);
  const { shown, change, release } = useThrottledDraft({ reported, send: (ms: number) => device.hstp.setOffset(ms) });
  return (
    <Card>
      <div className={styles['row']}>
        <span>
          {t('player.offset')}
          <span className={styles['hint']}>{t('player.offset.hint')}</span>
        </span>
        <Stepper
          label={t('player.offset')}
          decreaseLabel={t('player.offset.less')}
          increaseLabel={t('player.offset.more')}
          value={shown}
          min={-OFFSET_MOST_MS}
          max={OFFSET_MOST_MS}
          step={OFFSET_STEP_MS}
          valueText={t('unit.ms', { value: number(shown) })}
          disabled={disabled}
          onChange={(ms) => {
            change(ms);
            release(ms);
          }}
        />
      </div>
    </Card>
  );
}
