import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import styles from './select.module.css';
import { optionAfterKey, optionOfTyped } from './select-keys.ts';
import { useClock } from './time-context.tsx';

/** Letters typed at shorter intervals than this form one word, ms. */
const ONE_WORD_MS = 500;

/** One of the values to choose from. */
export interface SelectOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly lang?: string;
}

interface SelectListProps<Value extends string> {
  /** The id of the button; its label has the same with the suffix `-label`. */
  id: string;
  label: string;
  options: readonly SelectOption<Value>[];
  value: Value;
  disabled: boolean;
  /** The list begins open, and its button has the focus. */
  opened: boolean;
  onChange: (value: Value) => void;
}

/**
 * A button that opens a list to choose from (the "select-only combobox" of the ARIA patterns). The focus stays on the button:
 * arrows, page keys, Home, End and letters move, Enter, Space and Tab choose, Escape closes and lets the page have the key.
 */
export function SelectList<Value extends string>({
  id,
  label,
  options,
  value,
  disabled,
  opened,
  onChange,
}: SelectListProps<Value>) {
  const time = useClock();
  const button = useRef<HTMLButtonElement>(null);
  const chosen = options.findIndex((option) => option.value === value);
  /** The option that a key would choose; undefined while the list is closed. */
  const [active, setActive] = useState<number | undefined>(() => (opened ? Math.max(0, chosen) : undefined));
  const typed = useRef({ text: '', atMs: 0 });
  const isOpen = active !== undefined;
  // Browsers send no blur event to a button that loses the focus by being disabled.
  if (isOpen && disabled) setActive(undefined);
  const idOf = (index: number) => `${id}-${index}`;

  useEffect(() => {
    if (opened) button.current?.focus({ preventScroll: true });
  }, [opened]);
  useEffect(() => {
    if (active !== undefined) document.getElementById(`${id}-${active}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [id, active]);

  function choose(index: number): void {
    setActive(undefined);
    const option = options[index];
    if (option !== undefined && option.value !== value) onChange(option.value);
  }

  /** Moves to the option that begins with the letters typed so far; false where the key is no letter. */
  function type(key: string): boolean {
    const nowMs = time.monotonic();
    const goesOn = nowMs - typed.current.atMs < ONE_WORD_MS && typed.current.text !== '';
    if ([...key].length !== 1 || (key === ' ' && !goesOn)) return false;
    const text = goesOn ? typed.current.text + key : key;
    typed.current = { text, atMs: nowMs };
    const labels = options.map((option) => option.label);
    const found = optionOfTyped(labels, text, active ?? chosen);
    setActive(found < 0 ? (active ?? Math.max(0, chosen)) : found);
    return true;
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key, altKey, ctrlKey, metaKey } = event;
    if (ctrlKey || metaKey) return;
    if (key === 'Escape') setActive(undefined);
    if (active !== undefined && key === 'Tab') choose(active);
    if (key === 'Escape' || key === 'Tab') return;
    if (!altKey && type(key)) event.preventDefault();
    else if (key === 'Enter' || key === ' ' || (altKey && key === 'ArrowUp')) {
      event.preventDefault();
      if (active !== undefined) choose(active);
      else if (!altKey) setActive(Math.max(0, chosen));
    } else {
      const next = optionAfterKey(key, active ?? chosen, options.length);
      if (next === undefined) return;
      event.preventDefault();
      // An arrow opens the list at the present option; Home and End go to its ends at once.
      setActive(isOpen || key === 'Home' || key === 'End' ? next : Math.max(0, chosen));
    }
  }

  return (
    <>
      <button
        ref={button}
        id={id}
        type="button"
        role="combobox"
        className={styles['select']}
        disabled={disabled}
        aria-labelledby={`${id}-label`}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={active === undefined ? undefined : idOf(active)}
        onClick={() => setActive(isOpen ? undefined : Math.max(0, chosen))}
        onBlur={() => setActive(undefined)}
        onKeyDown={onKeyDown}
      >
        <span lang={options[chosen]?.lang}>{options[chosen]?.label}</span>
      </button>
      {active !== undefined && (
        <Options {...{ id, label, options, chosen, active, idOf }} onActive={setActive} onChoose={choose} />
      )}
    </>
  );
}

interface OptionsProps {
  id: string;
  label: string;
  options: readonly SelectOption<string>[];
  chosen: number;
  active: number;
  idOf: (index: number) => string;
  onActive: (index: number) => void;
  onChoose: (index: number) => void;
}

function Options({ id, label, options, chosen, active, idOf, onActive, onChoose }: OptionsProps) {
  const list = useRef<HTMLDivElement>(null);
  // Towards the half of the window in which there is more room.
  useLayoutEffect(() => {
    const box = list.current?.parentElement?.getBoundingClientRect();
    if (box && list.current)
      list.current.dataset['side'] = box.top + box.bottom > window.innerHeight ? 'above' : 'below';
  }, []);
  return (
    <div ref={list} id={`${id}-list`} role="listbox" aria-label={label} className={styles['list']}>
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the button, which keeps the focus.
        <div
          key={option.value}
          id={idOf(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          data-active={index === active || undefined}
          lang={option.lang}
          className={styles['option']}
          // The focus stays on the button.
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => index !== active && onActive(index)}
          onClick={() => onChoose(index)}
        >
          {option.label}
        </div>
      ))}
    </div>
  );
}
