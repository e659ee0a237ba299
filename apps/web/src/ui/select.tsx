import { IconChevronDown } from '@tabler/icons-react';
import { useId } from 'react';
import styles from './select.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

interface SelectProps<Value extends string> {
  label: string;
  /** The name is said, not shown: where a heading says the same. */
  labelHidden?: boolean;
  options: readonly { value: Value; label: string; lang?: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** One of many, in the platform's own list: the best there is on a phone. */
export function Select<Value extends string>({
  label,
  labelHidden = false,
  options,
  value,
  onChange,
}: SelectProps<Value>) {
  const id = useId();
  return (
    <div className={styles['row']} data-bare={labelHidden || undefined}>
      <label htmlFor={id}>{labelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}</label>
      <span className={styles['field']}>
        <select
          id={id}
          className={styles['select']}
          value={value}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.currentTarget.value);
            if (chosen !== undefined) onChange(chosen.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} lang={option.lang}>
              {option.label}
            </option>
          ))}
        </select>
        <IconChevronDown className={styles['arrow']} size={18} aria-hidden="true" />
      </span>
    </div>
  );
}
