import { type ReactNode, useId } from 'react';
import styles from './segmented.module.css';

interface SegmentedProps<Value extends string | number> {
  /** Its name. */
  label: string;
  options: readonly { value: Value; label: ReactNode }[];
  value: Value;
  disabled?: boolean;
  onChange: (value: Value) => void;
}

/** A choice of one among a few, all in view. */
export function Segmented<Value extends string | number>({
  label,
  options,
  value,
  disabled = false,
  onChange,
}: SegmentedProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles['segmented']} aria-label={label} disabled={disabled}>
      {options.map((option) => (
        <label key={option.value} className={styles['option']}>
          <input
            className="drawn-input"
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={styles['face']}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
