import styles from './stop-button.module.css';
import { usePressAtOnce } from './use-press-at-once.ts';

interface StopButtonProps {
  /** The word on the button. */
  label: string;
  /** Something moves: the button is red. */
  moving: boolean;
  /** The stop was asked for and is not confirmed yet. */
  busy: boolean;
  /** Key hint and fuller description. */
  description: string;
  onStop: () => void;
}

/**
 * The round stop: red only when something moves, and never disabled. It is drawn at the one place of the screen that is Stop's,
 * whatever it stands in, and takes no room there.
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
