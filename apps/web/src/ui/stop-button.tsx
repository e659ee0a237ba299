import { useRef } from 'react';
import styles from './stop-button.module.css';

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
  // Down, not up: a stop must not wait for the finger to be lifted. The click after it is then the same press; one without
  // it comes from assistive technology, and one that counts no clicks from a keyboard, whatever press came to no click before.
  const pressed = useRef(false);
  return (
    <button
      type="button"
      className={styles['stop']}
      data-moving={moving || undefined}
      aria-busy={busy}
      title={description}
      aria-keyshortcuts="Escape"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        pressed.current = true;
        onStop();
      }}
      onClick={({ detail }) => {
        if (detail === 0 || !pressed.current) onStop();
        pressed.current = false;
      }}
    >
      <span className={styles['ring']} aria-hidden="true" />
      {label}
    </button>
  );
}
