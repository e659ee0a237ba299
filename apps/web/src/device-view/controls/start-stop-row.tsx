import { useStop } from '../../device/dock/use-stop.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconPlayerPlayFilled, IconPlayerStopFilled } from '../../ui/icons.ts';
import { StartInThisTabButton } from './start-here-button.tsx';
import styles from './start-stop-row.module.css';
import type { EditableSpeed } from './use-speed-control.ts';

interface StartStopRowProps {
  speed: EditableSpeed;
  /** Whether nothing can be started. */
  disabled: boolean;
  /** The length of the ramp to the wanted speed. */
  rampMs: number;
  texts: Readonly<Record<'start' | 'starting' | 'stop', string>>;
  className?: string | undefined;
}

/** The start and stop button of a page, and a button to start from this tab while another tab moves the device. */
export function StartStopRow({ speed, disabled, rampMs, texts, className }: StartStopRowProps) {
  const stop = useStop();
  const start = () => speed.start(rampMs);
  return (
    <div className={classNames(styles['row'], className)}>
      {speed.playing ? (
        <Button
          variant="primary"
          size="lg"
          wide
          icon={<IconPlayerStopFilled size={20} aria-hidden="true" />}
          onClick={stop}
        >
          {texts.stop}
        </Button>
      ) : (
        <Button
          variant="primary"
          size="lg"
          wide
          disabled={disabled}
          busy={speed.starting}
          icon={<IconPlayerPlayFilled size={20} aria-hidden="true" />}
          onClick={start}
        >
          {speed.starting ? texts.starting : texts.start}
        </Button>
      )}
      {speed.playing && <StartInThisTabButton onStart={start} />}
    </div>
  );
}
