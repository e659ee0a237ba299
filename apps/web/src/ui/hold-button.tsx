import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { buttonClass } from './button.tsx';
import { FINGER_REST_MS, isFinger, usePreventScroll } from './finger.ts';
import styles from './hold-button.module.css';
import { useClock } from './time-context.tsx';
import { useLatest } from './use-latest.ts';
import { useSoftDisabled } from './use-soft-disabled.ts';

interface HoldButtonProps {
  /** Called when the hold begins, and with the hand or key up, lost focus or a hidden page when it ends. */
  onHold: (held: boolean) => void;
  disabled?: boolean;
  icon?: ReactNode;
  children: ReactNode;
}

/**
 * A button that acts as long as it is held, by finger, mouse, space or enter, and shows it. A finger that rests on it for a
 * moment holds it, and may move then; one that moves before scrolls the page and holds nothing.
 */
export function HoldButton({ onHold, disabled = false, icon, children }: HoldButtonProps) {
  const [held, setHeld] = useState(false);
  const holding = useRef(false);
  const latest = useLatest(onHold);
  const time = useClock();
  const button = useRef<HTMLButtonElement>(null);
  const stopRest = useRef<() => void>(undefined);
  /** The finger or mouse that presses it; another finger changes nothing. */
  const pressedBy = useRef<number>(undefined);
  usePreventScroll(button, () => holding.current);

  function change(next: boolean) {
    stopRest.current?.();
    if (!next) pressedBy.current = undefined;
    if (holding.current === next || (next && disabled)) return;
    holding.current = next;
    setHeld(next);
    latest.current(next);
  }

  function letGo({ pointerId }: PointerEvent) {
    if (pointerId === pressedBy.current) change(false);
  }

  useEffect(() => {
    const release = () => {
      stopRest.current?.();
      pressedBy.current = undefined;
      if (!holding.current) return;
      holding.current = false;
      setHeld(false);
      latest.current(false);
    };
    if (disabled) release();
    document.addEventListener('visibilitychange', release);
    return () => {
      document.removeEventListener('visibilitychange', release);
      release();
    };
  }, [disabled, latest]);

  const soft = useSoftDisabled(disabled, { onBlur: () => change(false) });
  const isHoldKey = (event: KeyboardEvent) => event.key === ' ' || event.key === 'Enter';

  return (
    <button
      ref={button}
      type="button"
      className={buttonClass({ variant: 'quiet' }, styles['hold'])}
      aria-pressed={held}
      {...soft}
      onPointerDown={(event) => {
        // The same pointer again: the end of its press was lost.
        if (event.button !== 0 || (pressedBy.current ?? event.pointerId) !== event.pointerId) return;
        stopRest.current?.();
        pressedBy.current = event.pointerId;
        event.currentTarget.setPointerCapture?.(event.pointerId);
        if (isFinger(event)) stopRest.current = time.after(FINGER_REST_MS, () => change(true));
        else change(true);
      }}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onLostPointerCapture={letGo}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (!isHoldKey(event)) return;
        event.preventDefault();
        // A key that was down before the button was enabled has to be pressed again.
        if (!event.repeat) change(true);
      }}
      onKeyUp={(event) => isHoldKey(event) && change(false)}
    >
      {icon}
      {children}
    </button>
  );
}
