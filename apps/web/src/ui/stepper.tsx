import { type ReactNode, useEffect, useRef } from 'react';
import { clampRounded } from './fader-keys.ts';
import { IconMinus, IconPlus } from './icons.ts';
import styles from './stepper.module.css';
import { useClock } from './time-context.tsx';
import { useLatest } from './use-latest.ts';
import { useSoftDisabled } from './use-soft-disabled.ts';

const FIRST_REPEAT_MS = 400;
const SLOW_REPEAT_MS = 160;
const FAST_REPEAT_MS = 40;
/** After so many repeats the fast pace begins. */
const REPEATS_TO_FULL_PACE = 12;

interface StepperProps {
  /** Its name. */
  label: string;
  decreaseLabel: string;
  increaseLabel: string;
  value: number;
  min: number;
  max: number;
  step: number;
  /** The value as shown and announced. */
  valueText: string;
  disabled?: boolean;
  onChange: (value: number) => void;
}

/** Minus, value, plus: a press makes a step when the finger lifts. A held button repeats, faster the longer it is held. */
export function Stepper({
  label,
  decreaseLabel,
  increaseLabel,
  value,
  min,
  max,
  step,
  valueText,
  disabled = false,
  onChange,
}: StepperProps) {
  const change = (direction: 1 | -1) => () => {
    const next = clampToStep(value + direction * step, min, max, step);
    if (next !== value) onChange(next);
  };
  return (
    <fieldset className={styles['stepper']} aria-label={label} data-disabled={disabled || undefined}>
      <RepeatButton label={decreaseLabel} disabled={disabled || value <= min} onStep={change(-1)}>
        <IconMinus size={18} aria-hidden="true" />
      </RepeatButton>
      <output className={styles['value']}>{valueText}</output>
      <RepeatButton label={increaseLabel} disabled={disabled || value >= max} onStep={change(1)}>
        <IconPlus size={18} aria-hidden="true" />
      </RepeatButton>
    </fieldset>
  );
}

interface RepeatButtonProps {
  label: string;
  disabled: boolean;
  onStep: () => void;
  children: ReactNode;
}

function RepeatButton({ label, disabled, onStep, children }: RepeatButtonProps) {
  const time = useClock();
  const stop = useRef<() => void>(undefined);
  const latest = useLatest(onStep);
  /** The press has made its step already: the click at its end belongs to it. */
  const repeated = useRef(false);
  useEffect(() => {
    if (disabled) stop.current?.();
    return () => stop.current?.();
  }, [disabled]);

  function repeat(count: number) {
    const progress = Math.min(1, count / REPEATS_TO_FULL_PACE);
    const delay = count === 0 ? FIRST_REPEAT_MS : SLOW_REPEAT_MS + (FAST_REPEAT_MS - SLOW_REPEAT_MS) * progress;
    stop.current = time.after(delay, () => {
      repeated.current = true;
      latest.current();
      repeat(count + 1);
    });
  }

  const release = () => stop.current?.();
  const soft = useSoftDisabled(disabled, { onBlur: release });
  return (
    <button
      type="button"
      className={styles['button']}
      aria-label={label}
      data-repeats
      {...soft}
      onPointerDown={(event) => {
        if (event.button !== 0 || disabled) return;
        release();
        repeated.current = false;
        repeat(0);
      }}
      onPointerUp={release}
      // Also where the finger turns out to scroll the page.
      onPointerCancel={release}
      onPointerLeave={release}
      onContextMenu={(event) => event.preventDefault()}
      // A click with a count of 0 comes from a keyboard, even after a press without a click.
      onClick={({ detail }) => {
        if (!disabled && (detail === 0 || !repeated.current)) onStep();
        repeated.current = false;
      }}
    >
      {children}
    </button>
  );
}

/** Steps are whole multiples from `min`, counted in whole numbers so that 0.1 + 0.2 stays 0.3. */
function clampToStep(value: number, min: number, max: number, step: number): number {
  const count = clampRounded((value - min) / step, 0, Math.floor((max - min) / step));
  return Number((min + count * step).toFixed(6));
}
