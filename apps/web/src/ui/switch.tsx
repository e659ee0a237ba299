import { useId } from 'react';
import styles from './switch.module.css';

interface SwitchProps {
  label: string;
  /** A description, where the name alone is not enough. */
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** On or off, at once. The whole row is the target. */
export function Switch({ label, hint, checked, onChange }: SwitchProps) {
  const id = useId();
  return (
    <label className={styles['row']} htmlFor={id}>
      <span className="column">
        <span>{label}</span>
        {hint !== undefined && (
          <span id={`${id}-hint`} className="note">
            {hint}
          </span>
        )}
      </span>
      <input
        id={id}
        className="drawn-input"
        type="checkbox"
        role="switch"
        aria-label={label}
        aria-checked={checked}
        {...(hint !== undefined && { 'aria-describedby': `${id}-hint` })}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className={styles['track']} aria-hidden="true" />
    </label>
  );
}
