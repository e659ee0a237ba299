import { type CSSProperties, type ReactNode, useRef, useState } from 'react';
import { valueAfterKey } from './fader-keys.ts';
import { moveRange, type PercentRange, partAt, type RangePart } from './percent-range.ts';
import styles from './range-fader.module.css';
import { type Orientation, useDrag } from './use-drag.ts';

const REACH_PERCENT = 12;

interface RangeFaderProps {
  /** Name of the whole. */
  label: string;
  /** Names of the two ends. */
  minLabel: string;
  maxLabel: string;
  range: PercentRange;
  /** The least distance between the ends, per cent. */
  gap: number;
  orientation?: Orientation;
  disabled?: boolean;
  /** A value in words, for those who do not see it. */
  valueText: (percent: number) => string;
  onChange: (range: PercentRange) => void;
  onRelease?: (range: PercentRange) => void;
  /** Drawn behind the handles: the live position, ticks. */
  children?: ReactNode;
}

/**
 * A window with two handles that cannot cross. A handle is dragged from anywhere near it or beyond it, the window by its
 * middle. Each end has its own focus and takes the keys of a fader.
 */
export function RangeFader(props: RangeFaderProps) {
  const {
    label,
    minLabel,
    maxLabel,
    range,
    gap,
    orientation = 'horizontal',
    disabled = false,
    valueText,
    onChange,
    onRelease,
  } = props;
  const minInput = useRef<HTMLInputElement>(null);
  const maxInput = useRef<HTMLInputElement>(null);
  const base = useRef({ range, part: 'window' as RangePart });
  const [held, setHeld] = useState<RangePart>();

  const drag = useDrag(orientation, {
    onStart({ startPercent }) {
      const part = partAt(range, startPercent, Math.min(REACH_PERCENT, (range.max - range.min) / 3));
      base.current = { range, part };
      (part === 'min' ? minInput : maxInput).current?.focus({ preventScroll: true });
      setHeld(part);
    },
    onMove: ({ movedPercent }) => onChange(moveRange(base.current.range, base.current.part, movedPercent, gap)),
    onEnd({ isDrag, startPercent, movedPercent }) {
      const { range: from, part } = base.current;
      setHeld(undefined);
      if (!isDrag && part === 'window') return;
      const by = isDrag || part === 'window' ? movedPercent : startPercent - from[part];
      const next = moveRange(from, part, by, gap);
      if (!isDrag) onChange(next);
      onRelease?.(next);
    },
  });

  function set(end: 'min' | 'max', value: number) {
    const next = moveRange(range, end, value - range[end], gap);
    onChange(next);
    onRelease?.(next);
  }

  return (
    <fieldset
      className={styles['fader']}
      aria-label={label}
      data-orientation={orientation}
      data-held={held}
      data-disabled={disabled || undefined}
      style={{ '--min': range.min, '--max': range.max } as CSSProperties} // Custom properties are not in React's list of properties.
      {...(!disabled && drag)}
    >
      <span className={styles['window']} aria-hidden="true" />
      {props.children}
      {(['min', 'max'] as const).map((end) => (
        <span key={end} className={styles['end']} data-end={end}>
          <input
            ref={end === 'min' ? minInput : maxInput}
            className={styles['input']}
            type="range"
            min={0}
            max={100}
            step={1}
            value={range[end]}
            disabled={disabled}
            aria-label={end === 'min' ? minLabel : maxLabel}
            aria-orientation={orientation}
            aria-valuemin={end === 'min' ? 0 : range.min + gap}
            aria-valuemax={end === 'min' ? range.max - gap : 100}
            aria-valuetext={valueText(range[end])}
            onChange={(event) => set(end, event.currentTarget.valueAsNumber)}
            onKeyDown={(event) => {
              const next = valueAfterKey(range[end], event);
              if (next === undefined) return;
              event.preventDefault();
              set(end, next);
            }}
          />
        </span>
      ))}
    </fieldset>
  );
}
