import { useId, useState } from 'react';
import { IconChevronDown } from './icons.ts';
import styles from './select.module.css';
import { SelectList, type SelectOption } from './select-list.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

/** Devices without a mouse or trackpad: the platform's list is the best there is under a finger. */
const TOUCH_ONLY = '(any-pointer: coarse) and (not (any-pointer: fine))';

/** Keys that open the platform's list, which then swallows Escape. */
const OPENING_KEYS = /^( |Enter|ArrowDown|ArrowUp)$/;

interface SelectProps<Value extends string> {
  label: string;
  /** The name is for screen readers only: for fields below a heading of the same text. */
  labelHidden?: boolean;
  options: readonly SelectOption<Value>[];
  value: Value;
  disabled?: boolean;
  onChange: (value: Value) => void;
}

/**
 * A choice of one among many. While open, the browser's own list takes every key, Escape too, which has to stop the device:
 * so the list is the platform's own on touch screens only, and ours as soon as a keyboard is used.
 */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, labelHidden = false, options, value, disabled = false, onChange } = props;
  const id = useId();
  const [list, setList] = useState<'native' | 'own' | 'opened'>(() =>
    window.matchMedia(TOUCH_ONLY).matches ? 'native' : 'own',
  );
  return (
    <div className={styles['row']} data-bare={labelHidden || undefined}>
      <label id={`${id}-label`} htmlFor={id}>
        {labelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </label>
      <span className={styles['field']}>
        {list === 'native' ? (
          <select
            id={id}
            className={styles['select']}
            value={value}
            disabled={disabled}
            onKeyDown={(event) => {
              if (!OPENING_KEYS.test(event.key)) return;
              event.preventDefault();
              setList('opened');
            }}
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
        ) : (
          <SelectList {...{ id, options, value, disabled, onChange }} label={label} opened={list === 'opened'} />
        )}
        <IconChevronDown className={styles['arrow']} size={18} aria-hidden="true" />
      </span>
    </div>
  );
}
