import { type CSSProperties, useRef, useState } from 'react';
import { useTexts } from '../../i18n/text.tsx';
import { clampRounded } from '../../ui/fader-keys.ts';
import { RangeInput } from '../../ui/range-input.tsx';
import { type Drag, useDrag } from '../../ui/use-drag.ts';
import { CURVE_POINT_COUNT, CURVE_STEP_MS, type Curve, withDrawnPosition } from './curve.ts';
import styles from './curve-editor.module.css';

/**
 * Ten seconds to draw on: the hand paints the curve; a finger that begins up or down scrolls the page, unless
 * it rests first. By keyboard, left and right choose a moment, up and down set its
 * position.
 */
export function CurveEditor({ curve, onChange }: { curve: Curve; onChange: (curve: Curve) => void }) {
  const { t, number } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  /** The position painted last, and the curve before the drag began. */
  const stroke = useRef<{ last: number | undefined; before: Curve }>({ last: undefined, before: curve });
  const [place, setPlace] = useState(0);
  const percent = curve[place] ?? 0;

  function paint({ point, size }: Drag): void {
    const to = {
      place: clampRounded((point.x / size.width) * (CURVE_POINT_COUNT - 1), 0, CURVE_POINT_COUNT - 1),
      percent: clampRounded((1 - point.y / size.height) * 100, 0, 100),
    };
    const from = stroke.current.last;
    stroke.current.last = to.place;
    setPlace(to.place);
    onChange(withDrawnPosition(curve, from, to));
  }

  const { hand, byHandle } = useDrag(
    'both',
    {
      onStart(drag) {
        input.current?.focus({ preventScroll: true });
        stroke.current = { last: undefined, before: curve };
        if (drag.pointer === 'mouse') paint(drag);
      },
      onMove: paint,
      onEnd(drag) {
        if (drag.kind === 'tap') paint(drag);
        else if (drag.kind === 'none' && stroke.current.last !== undefined) onChange(stroke.current.before);
      },
    },
    { surface },
  );

  return (
    <div
      ref={surface}
      className={styles['editor']}
      // React's types have no custom properties.
      style={{ '--place': place / (CURVE_POINT_COUNT - 1), '--percent': percent } as CSSProperties}
      data-by-handle={byHandle || undefined}
      {...hand}
    >
      <svg viewBox={`0 0 ${CURVE_POINT_COUNT - 1} 100`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <polyline className={styles['line']} points={curve.map((x, at) => `${at},${100 - x}`).join(' ')} />
      </svg>
      <span className={styles['handle']} aria-hidden="true" />
      <RangeInput
        ref={input}
        value={percent}
        aria-label={t('hsp.curve')}
        aria-orientation="vertical"
        aria-valuetext={t('hsp.curve.value', {
          seconds: number((place * CURVE_STEP_MS) / 1_000, 2),
          percent: number(percent),
        })}
        onChange={(next) => onChange(withDrawnPosition(curve, undefined, { place, percent: next }))}
        onKeyDown={(event) => {
          const across = ACROSS[event.key];
          if (across === undefined) return;
          event.preventDefault();
          setPlace(clampRounded(place + across, 0, CURVE_POINT_COUNT - 1));
        }}
      />
    </div>
  );
}

const ACROSS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
