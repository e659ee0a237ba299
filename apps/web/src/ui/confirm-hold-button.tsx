import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './confirm-hold-button.module.css';
import { HoldButton } from './hold-button.tsx';
import { useClock } from './time-context.tsx';

/** How long it has to be held. */
const HOLD_MS = 1_200;

interface ConfirmHoldButtonProps {
  /** Called once when it was held long enough. */
  onConfirm: () => void;
  disabled?: boolean;
  icon?: ReactNode;
  children: ReactNode;
}

/** A button for an action that cannot be undone at once: it acts after it was held for a while, and fills up meanwhile. */
export function ConfirmHoldButton({ onConfirm, disabled = false, icon, children }: ConfirmHoldButtonProps) {
  const time = useClock();
  const [held, setHeld] = useState(false);
  const cancel = useRef<() => void>(undefined);
  useEffect(() => () => cancel.current?.(), []);

  function hold(isHeld: boolean) {
    cancel.current?.();
    setHeld(isHeld);
    if (!isHeld) return;
    cancel.current = time.after(HOLD_MS, () => {
      setHeld(false);
      onConfirm();
    });
  }

  return (
    <span
      className={styles['confirm']}
      data-held={held || undefined}
      style={{ '--hold': `${HOLD_MS}ms` } as CSSProperties} // React's types have no custom properties.
    >
      <HoldButton onHold={hold} disabled={disabled} icon={icon}>
        {children}
      </HoldButton>
    </span>
  );
}
