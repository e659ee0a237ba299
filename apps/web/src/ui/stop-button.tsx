import styles from './stop-button.module.css';
import { usePressAtOnce } from './use-press-at-once.ts';

interface StopButtonProps {
  /** The text on the button. */
  label: string;
  /** Something moves: the button is red. */
  moving: boolean;
  /** A stop was requested and is not confirmed yet. */
  busy: boolean;
  /** The key hint and a longer description. */
  description: string;
  onStop: () => void;
}

/**
 * The round Stop: red only when something moves, and never disabled. It is drawn at one fixed place of the screen,
 * whatever contains it, and takes no space there.
 */
export function StopButton({ label, moving, busy, description, onStop }: StopButtonProps) {
  const press = usePressAtOnce(onStop);
  return (
    <button
      type="button"
      className={styles['stop']}
      data-moving={moving || undefined}
      aria-busy={busy}
      title={description}
      aria-keyshortcuts="Escape"
      {...press}
    >
      <span className={styles['ring']} aria-hidden="true" />
      {label}
    </button>
  );
}
