import { useCallback } from 'react';
import { useConnectionWord, useDevice } from '../../device/device-context.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { Fader } from '../../ui/fader.tsx';
import { LiveText } from '../live-text.tsx';
import styles from './upright-fader.module.css';
import type { Speed } from './use-speed.ts';

/** From this value on the number has room inside the fill, below the handle; under it, the number stands above. */
const ROOM_FOR_NUMBER_PERCENT = 30;

/** The speed, with the speed in mm/s that it makes now. */
export function SpeedFader({ speed, disabled }: { speed: Speed; disabled: boolean }) {
  const { t, number } = useTexts();
  const { control, shownPercent } = speed;
  const valueText = t('unit.percent', { value: number(shownPercent) });
  return (
    <div className={styles['column']}>
      <p className={styles['label']}>
        <span>{t('control.speed')}</span>
        <span className={styles['value']}>
          <LiveSpeed />
        </span>
      </p>
      <Fader
        label={t('control.speed')}
        orientation="vertical"
        value={shownPercent}
        valueText={valueText}
        disabled={disabled}
        onChange={control.drag}
        onRelease={control.release}
      >
        <span className={styles['big']} data-low={shownPercent < ROOM_FOR_NUMBER_PERCENT || undefined}>
          {number(shownPercent)}
          <span className={styles['unit']}>%</span>
        </span>
      </Fader>
    </div>
  );
}

/** The speed of the slider at this instant; a dash while the device is not reached. */
export function LiveSpeed() {
  const { t, number } = useTexts();
  const device = useDevice();
  const known = useConnectionWord() === 'ready';
  const read = useCallback(() => {
    if (!known) return '–';
    const speedMmS = Math.abs(device.position.at()?.speedMmS ?? 0);
    return t('unit.mmPerSecond', { value: number(Math.round(speedMmS)) });
  }, [device, known, t, number]);
  return <LiveText read={read} />;
}
