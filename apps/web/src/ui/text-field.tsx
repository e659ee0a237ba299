import { type InputHTMLAttributes, useId } from 'react';
import styles from './text-field.module.css';
import hidden from './visually-hidden.module.css';

type TextFieldProps = {
  label: string;
  /** The name stands in the empty field and not above it; there is no hint and no error text then. */
  labelHidden?: boolean;
  hint?: string;
  /** The error text; absent while the text is valid. */
  error?: string | undefined;
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'id'>;

/** A line of text with its name, a hint, and an error text. */
export function TextField({ label, labelHidden = false, hint, error, ...rest }: TextFieldProps) {
  const id = useId();
  return (
    <div className="column shrink gap-4">
      <label className={labelHidden ? hidden['hidden'] : 'note'} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={styles['input']}
        aria-invalid={error !== undefined}
        aria-describedby={labelHidden ? undefined : `${id}-note`}
        placeholder={labelHidden ? label : undefined}
        spellCheck={false}
        autoCapitalize="none"
        autoCorrect="off"
        {...rest}
      />
      {!labelHidden && (
        <p
          id={`${id}-note`}
          className={styles['note']}
          data-error={error !== undefined || undefined}
          aria-live="polite"
        >
          {error ?? hint}
        </p>
      )}
    </div>
  );
}
