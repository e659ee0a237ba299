import { type ComponentProps, useRef } from 'react';
import { clampRounded, faderValueAfterKey } from './fader-keys.ts';
import styles from './range-input.module.css';
import { useSoftDisabled } from './use-soft-disabled.ts';

interface RangeInputProps
  extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'value' | 'onChange' | 'onFocus' | 'onBlur'> {
  /** Whole per cent, 0-100. */
  value: number;
  /** Called with the value that a key or assistive technology sets. */
  onChange: (value: number) => void;
}

/**
 * The hidden input of a control that is dragged by its body: it serves focus, keyboard and assistive technology. Arrow keys 1 %,
 * with shift and page keys 10 %, Home and End. `onKeyDown` comes first, and prevents the default of a key that it handles.
 */
export function RangeInput({ value, disabled = false, onChange, onKeyDown, ...rest }: RangeInputProps) {
  const soft = useSoftDisabled<HTMLInputElement>(disabled);
  /** A key that was down while it was disabled has to be pressed again. */
  const isKeyCutOff = useRef(false);
  return (
    <input
      {...rest}
      {...soft}
      className={styles['input']}
      type="range"
      min={0}
      max={100}
      step={1}
      value={value}
      onChange={(event) => !disabled && onChange(event.currentTarget.valueAsNumber)}
      onKeyDown={(event) => {
        if (disabled || !event.repeat) isKeyCutOff.current = disabled;
        if (!isKeyCutOff.current) onKeyDown?.(event);
        const next = event.defaultPrevented ? undefined : faderValueAfterKey(value, event);
        if (next === undefined) return;
        event.preventDefault();
        if (!isKeyCutOff.current) onChange(clampRounded(next, 0, 100));
      }}
    />
  );
}
