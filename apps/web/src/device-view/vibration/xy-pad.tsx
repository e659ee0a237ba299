import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react';
import { clampRounded, faderValueAfterKey } from '../../ui/fader-keys.ts';
import { RangeInput } from '../../ui/range-input.tsx';
import { type Drag, useDrag } from '../../ui/use-drag.ts';
import styles from './xy-pad.module.css';

/** One direction of the pad. */
export interface XyPadAxis {
  readonly label: string;
  /** Whole per cent, 0-100. */
  readonly value: number;
  /** The value as text, for assistive technology. */
  readonly valueText: string;
  /** The limit, whole per cent: the part beyond is hatched. */
  readonly most?: number | undefined;
}

interface XyPadProps {
  /** The name of the pad, announced before that of each direction. */
  label: string;
  x: XyPadAxis;
  y: XyPadAxis;
  /** How strongly the puck glows, a share 0..1. */
  glow01: number;
  disabled?: boolean;
  onChange: (place: { x: number; y: number }) => void;
}

/**
 * Two values under one finger: the puck goes where the hand is. On a page that scrolls, a finger must touch the puck itself,
 * rest first or begin sideways: one that moves up or down scrolls. Two hidden range inputs serve focus, keyboard and assistive
 * technology; left and right move across, up and down move along, whichever has the focus.
 */
export function XyPad({ label, x, y, glow01, disabled = false, onChange }: XyPadProps) {
  const inputX = useRef<HTMLInputElement>(null);
  const inputY = useRef<HTMLInputElement>(null);
  const pad = useRef<HTMLDivElement>(null);
  const before = useRef({ x: 0, y: 0 });
  const [held, setHeld] = useState(false);

  const { hand, byHandle } = useDrag(
    'both',
    {
      onStart(drag) {
        before.current = { x: x.value, y: y.value };
        inputX.current?.focus({ preventScroll: true });
        setHeld(true);
        // Its direction is known only once a finger has moved: it may still rest.
        if (drag.pointer === 'mouse') onChange(placeAt(drag));
      },
      onMove: (drag) => onChange(placeAt(drag)),
      onEnd(drag) {
        setHeld(false);
        if (drag.kind === 'tap') onChange(placeAt(drag));
        else if (drag.kind === 'none' && (x.value !== before.current.x || y.value !== before.current.y))
          onChange(before.current);
      },
    },
    { surface: pad, disabled },
  );

  /** Keys of the other direction move along that one, which then has the focus. */
  function onKeyDown(event: KeyboardEvent, own: 'x' | 'y') {
    const along = AXIS_OF_KEY[event.key] ?? own;
    const next = along === own ? undefined : faderValueAfterKey(along === 'x' ? x.value : y.value, event);
    if (next === undefined) return;
    event.preventDefault();
    (along === 'x' ? inputX : inputY).current?.focus({ preventScroll: true });
    onChange({ x: x.value, y: y.value, [along]: clampRounded(next, 0, 100) });
  }

  return (
    <div
      ref={pad}
      className={`hand-surface ${styles['pad']}`}
      data-held={held || undefined}
      data-by-handle={byHandle || undefined}
      data-disabled={disabled || undefined}
      // React's types have no custom properties.
      style={{ '--x': x.value, '--y': y.value, '--glow': glow01 } as CSSProperties}
      {...hand}
    >
      {x.most !== undefined && (
        <span className={styles['beyond']} style={{ '--most': x.most } as CSSProperties} aria-hidden="true" />
      )}
      <span className={styles['glow']} aria-hidden="true" />
      <span className={styles['crossX']} aria-hidden="true" />
      <span className={styles['crossY']} aria-hidden="true" />
      <span className={styles['puck']} aria-hidden="true" data-handle="puck" />
      <span className={styles['nameY']} aria-hidden="true">
        {y.label}
      </span>
      <span className={styles['nameX']} aria-hidden="true">
        {x.label}
      </span>
      {(['x', 'y'] as const).map((own) => {
        const axis = own === 'x' ? x : y;
        return (
          <RangeInput
            key={own}
            ref={own === 'x' ? inputX : inputY}
            value={axis.value}
            disabled={disabled}
            aria-label={`${label}: ${axis.label}`}
            aria-orientation={own === 'x' ? 'horizontal' : 'vertical'}
            aria-valuetext={axis.valueText}
            onChange={(next) => onChange({ x: x.value, y: y.value, [own]: next })}
            onKeyDown={(event) => onKeyDown(event, own)}
          />
        );
      })}
    </div>
  );
}

/** The puck's middle stays this far from the edges, px, where the scales end. The style sheet repeats this value. */
const INSET_PX = 28;

const placeAt = ({ point, size }: Drag) => ({
  x: percentAlong(point.x, size.width),
  y: percentAlong(size.height - point.y, size.height),
});

function percentAlong(px: number, lengthPx: number): number {
  return clampRounded(((px - INSET_PX) / Math.max(1, lengthPx - 2 * INSET_PX)) * 100, 0, 100);
}

const AXIS_OF_KEY: Readonly<Record<string, 'x' | 'y'>> = {
  ArrowLeft: 'x',
  ArrowRight: 'x',
  ArrowUp: 'y',
  ArrowDown: 'y',
};
