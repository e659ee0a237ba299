import { useStop } from '../../device/dock/use-stop.ts';
import { useConnectionStatus, useDeviceState } from '../../device/session/device-context.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { Button } from '../../ui/button.tsx';
import { HoldButton } from '../../ui/hold-button.tsx';
import { IconHandFinger, IconPlayerPlayFilled, IconPlayerStopFilled } from '../../ui/icons.ts';
import { StartInThisTabButton } from '../controls/start-here-button.tsx';
import styles from './hvp-controls.module.css';
import type { EditableVibration } from './use-vibration-control.ts';
import { VibrationPad } from './vibration-pad.tsx';
import { useVibrationScales, type VibrationScale } from './vibration-scales.ts';
import { VibrationStrengthFader, VibrationValueFader } from './vibration-value-fader.tsx';
import { WavePicker } from './wave-picker.tsx';

/** The controls of the vibration. */
export function HvpControls({ vibration }: { vibration: EditableVibration }) {
  const { t } = useTexts();
  const stop = useStop();
  const scales = useVibrationScales();
  const ready = useConnectionStatus() === 'ready';
  const vibrating = useDeviceState((state) => state.hvp.enabled);
  const { control } = vibration;
  const on = vibrating || vibration.running;
  const [strength, ...others] = scales;
  return (
    <div className={styles['controls']}>
      {strength !== undefined && others.length > 0 ? (
        <VibrationPad vibration={vibration} strength={strength} others={others} disabled={!ready} />
      ) : (
        <VibrationStrengthFader vibration={vibration} disabled={!ready} />
      )}
      <div className={styles['side']}>
        {others.length > 0 &&
          scales.map((scale: VibrationScale) => (
            <VibrationValueFader key={scale.name} scale={scale} vibration={vibration} disabled={!ready} />
          ))}
        <WavePicker value={vibration.wave} onChange={control.setWave} />
        <div className={styles['two']}>
          <HoldButton disabled={!ready} onHold={control.hold} icon={<IconHandFinger size={18} aria-hidden="true" />}>
            {t('hvp.hold')}
          </HoldButton>
          <Button
            variant="primary"
            size="lg"
            disabled={!on && !ready}
            icon={
              on ? (
                <IconPlayerStopFilled size={20} aria-hidden="true" />
              ) : (
                <IconPlayerPlayFilled size={20} aria-hidden="true" />
              )
            }
            onClick={on ? stop : control.start}
          >
            {t(on ? 'hvp.stop' : 'hvp.start')}
          </Button>
        </div>
        {on && <StartInThisTabButton onStart={control.start} />}
      </div>
    </div>
  );
}
