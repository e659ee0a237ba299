import { type CSSProperties, type ReactNode, useRef, useState } from 'react';
import { moveRangePart, type PercentRange, type RangePart, rangePartAt, WHOLE_RANGE } from './percent-range.ts';
import styles from './range-fader.module.css';
import { RangeInput } from './range-input.tsx';
import { type Orientation, useDrag } from './use-drag.ts';

const REACH_PERCENT = 12;

const GRIPS: readonly RangePart[] = ['window', 'max', 'min'];
/** A shorter window leaves no room between its ends for a handle of its own, per cent. */
const ROOM_FOR_WINDOW_PERCENT = 30;

/**
 * The handles of an upright window for a finger on a page that scrolls, the topmost last: where the ends overlap at an
 * edge, the one that can still be moved.
 */
function gripsOf({ min, max }: PercentRange): readonly RangePart[] {
  const grips = max - min < ROOM_FOR_WINDOW_PERCENT ? GRIPS.slice(1) : GRIPS;
  return min + max > 100 ? grips : [...grips].reverse();
}

interface RangeFaderProps {
  /** Name of the fader. */
  label: string;
  /** Names of the two ends. */
  minLabel: string;
  maxLabel: string;
  range: PercentRange;
  /** The least distance between the ends, per cent. */
  gap: number;
  /** The limits of both ends: the parts beyond them are hatched. */
  within?: PercentRange | undefined;
  orientation?: Orientation;
  disabled?: boolean;
  /** A value as text, for assistive technology. */
  valueText: (percent: number) => string;
  onChange: (range: PercentRange) => void;
  onRelease?: (range: PercentRange) => void;
  /** Drawn behind the handles: the live position, ticks. */
  children?: ReactNode;
}

/**
 * A window with two handles that cannot cross. A handle is dragged from anywhere near it or beyond it, or set by a tap
 * there; the window is dragged by its middle. On a page that scrolls a finger drags an upright one by a handle alone, of which
 * the window then has one, too. Each end has its own focus and takes the keys of a fader.
 */
export function RangeFader(props: RangeFaderProps) {
  const {
    label,
    minLabel,
    maxLabel,
    range,
    gap,
    within = WHOLE_RANGE,
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

  const { hand, byHandle } = useDrag(
    orientation,
    {
      onStart({ startPercent, handle }) {
        const near = Math.min(REACH_PERCENT, (range.max - range.min) / 3);
        const part = GRIPS.find((grip) => grip === handle) ?? rangePartAt(range, startPercent, near);
        base.current = { range, part };
        (part === 'min' ? minInput : maxInput).current?.focus({ preventScroll: true });
        setHeld(part);
      },
      onMove: ({ movedPercent }) =>
        onChange(moveRangePart(base.current.range, base.current.part, movedPercent, { gap, within })),
      onEnd({ kind, startPercent, movedPercent }) {
        const { range: from, part } = base.current;
        setHeld(undefined);
        if (kind === 'drag' || kind === 'cut-off')
          onRelease?.(moveRangePart(from, part, movedPercent, { gap, within }));
        else if (kind === 'tap' && part !== 'window')
          change(moveRangePart(from, part, startPercent - from[part], { gap, within }));
        else if (kind === 'none' && (range.min !== from.min || range.max !== from.max)) change(from);
      },
    },
    { disabled },
  );

  function change(next: PercentRange) {
    onChange(next);
    onRelease?.(next);
  }

  return (
    <fieldset
      className={`hand-surface ${styles['fader']}`}
      aria-label={label}
      data-orientation={orientation}
      data-held={held}
      data-by-handle={byHandle || undefined}
      data-disabled={disabled || undefined}
      // React's types have no custom properties.
      style={
        {
          ...{ '--min': range.min, '--max': range.max },
          ...{ '--least': within.min, '--most': within.max },
        } as CSSProperties
      }
      {...hand}
    >
      {within !== WHOLE_RANGE && <span className={styles['beyond']} aria-hidden="true" />}
      <span className={styles['window']} aria-hidden="true" />
      {props.children}
      {(['min', 'max'] as const).map((end) => (
        <span key={end} className={styles['end']} data-end={end}>
          <RangeInput
            ref={end === 'min' ? minInput : maxInput}
            value={range[end]}
            disabled={disabled}
            aria-label={end === 'min' ? minLabel : maxLabel}
            aria-orientation={orientation}
            aria-valuemin={end === 'min' ? within.min : range.min + gap}
            aria-valuemax={end === 'min' ? range.max - gap : within.max}
            aria-valuetext={valueText(range[end])}
            onChange={(value) => change(moveRangePart(range, end, value - range[end], { gap, within }))}
          />
        </span>
      ))}
      {byHandle && gripsOf(range).map((part) => <span key={part} className={styles['grip']} data-handle={part} />)}
    </fieldset>
  );
}
