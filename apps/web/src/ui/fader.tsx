import { type CSSProperties, type ReactNode, useRef, useState } from 'react';
import styles from './fader.module.css';
import { clampRounded } from './fader-keys.ts';
import { RangeInput } from './range-input.tsx';
import { type Orientation, useDrag } from './use-drag.ts';

interface FaderProps {
  /** Its name. */
  label: string;
  /** Whole per cent, 0-100. */
  value: number;
  orientation?: Orientation;
  disabled?: boolean;
  /** The value as text, for assistive technology. */
  valueText: string;
  /** The limit, whole per cent: the part above is hatched. */
  most?: number | undefined;
  /** Called with every value while the hand is on the control. */
  onChange: (value: number) => void;
  /** Called with the last value when the hand lets go. */
  onRelease?: (value: number) => void;
  /** The content inside, drawn in two inks: on the background and on the fill. */
  children?: ReactNode;
}

/**
 * A slider dragged by its body: a drag moves the value with the hand, a tap sets it. An upright one on a page that scrolls is
 * dragged by a finger on its handle alone.
 */
export function Fader({
  label,
  value,
  orientation = 'horizontal',
  disabled = false,
  valueText,
  most,
  onChange,
  onRelease,
  children,
}: FaderProps) {
  const input = useRef<HTMLInputElement>(null);
  const base = useRef(value);
  const [held, setHeld] = useState(false);

  const { hand, byHandle } = useDrag(
    orientation,
    {
      onStart() {
        base.current = value;
        input.current?.focus({ preventScroll: true });
        setHeld(true);
      },
      onMove: ({ movedPercent }) => onChange(clampRounded(base.current + movedPercent, 0, 100)),
      onEnd({ kind, startPercent, movedPercent }) {
        setHeld(false);
        if (kind === 'tap') set(clampRounded(startPercent, 0, 100));
        else if (kind !== 'none') onRelease?.(clampRounded(base.current + movedPercent, 0, 100));
        else if (value !== base.current) set(base.current);
      },
    },
    { disabled },
  );

  function set(next: number) {
    onChange(next);
    onRelease?.(next);
  }

  return (
    <div
      className={`hand-surface ${styles['fader']}`}
      data-orientation={orientation}
      data-held={held || undefined}
      data-by-handle={byHandle || undefined}
      data-disabled={disabled || undefined}
      style={{ '--value': value } as CSSProperties} // React's types have no custom properties.
      {...hand}
    >
      {most !== undefined && (
        <span className={styles['beyond']} style={{ '--most': most } as CSSProperties} aria-hidden="true" />
      )}
      <div className={styles['layer']} aria-hidden="true">
        <span className={styles['handle']} />
        {children}
      </div>
      <div className={styles['fill']} aria-hidden="true">
        <span className={styles['handle']} />
        {children}
      </div>
      {byHandle && <span className={styles['grip']} data-handle="value" />}
      <RangeInput
        ref={input}
        value={value}
        disabled={disabled}
        aria-label={label}
        aria-orientation={orientation}
        aria-valuetext={valueText}
        onChange={set}
      />
    </div>
  );
}
