import { type InputHTMLAttributes, useId } from 'react';
import styles from './text-field.module.css';

type TextFieldProps = {
  label: string;
  hint?: string;
  /** The error text; absent while the text is valid. */
  error?: string | undefined;
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'id'>;

/** A line of text with its name, a hint, and an error text. */
export function TextField({ label, hint, error, ...rest }: TextFieldProps) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label className="note" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={styles['input']}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-note`}
        spellCheck={false}
        autoCapitalize="none"
        autoCorrect="off"
        {...rest}
      />
      <p id={`${id}-note`} className={styles['note']} data-error={error !== undefined || undefined} aria-live="polite">
        {error ?? hint}
      </p>
    </div>
  );
}
