import { useMissingCapabilities } from '../../device/session/capability.ts';
import { useTexts } from '../../i18n/text.tsx';
import { Button } from '../../ui/button.tsx';
import {
  IconEraser,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerStopFilled,
  IconRotateClockwise,
} from '../../ui/icons.ts';
import styles from './stream-lab.module.css';
import type { LabStream } from './use-lab-stream.ts';

/** Set up and play, pause, resume, stop; flush where the device buffers points. */
export function StreamPlayControls({ lab, disabled }: { lab: LabStream; disabled: boolean }) {
  const { t } = useTexts();
  const { slider: vibrates } = useMissingCapabilities();
  const { phase } = lab.state;
  const isPaused = phase === 'paused';
  return (
    <div className={styles['transport']}>
      {lab.active || isPaused ? (
        <Button
          variant="primary"
          size="lg"
          icon={<IconPlayerStopFilled size={20} aria-hidden="true" />}
          onClick={lab.stop}
        >
          {t('hsp.stop')}
        </Button>
      ) : (
        <Button
          variant="primary"
          size="lg"
          disabled={disabled}
          icon={<IconPlayerPlayFilled size={20} aria-hidden="true" />}
          onClick={lab.play}
        >
          {t('hsp.play')}
        </Button>
      )}
      {isPaused ? (
        <Button disabled={disabled} icon={<IconRotateClockwise size={18} aria-hidden="true" />} onClick={lab.resume}>
          {t('hsp.resume')}
        </Button>
      ) : (
        <Button
          disabled={disabled || !lab.active}
          icon={<IconPlayerPauseFilled size={18} aria-hidden="true" />}
          onClick={lab.pause}
        >
          {t('hsp.pause')}
        </Button>
      )}
      {!vibrates && (
        <Button
          disabled={disabled || !lab.active}
          icon={<IconEraser size={18} aria-hidden="true" />}
          onClick={lab.flush}
        >
          {t('hsp.flush')}
        </Button>
      )}
    </div>
  );
}
