import { isStopBegun } from '@tactus/sdk';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { useDevice } from '../../device/session/device-context.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { clampRounded } from '../../ui/fader-keys.ts';
import { RangeInput } from '../../ui/range-input.tsx';
import { useClock } from '../../ui/time-context.tsx';
import { useDrag } from '../../ui/use-drag.ts';
import { PositionColumn } from '../position/position-column.tsx';
import type { ReadPosition } from '../position/position-snapshot.ts';
import styles from './move-pad.module.css';

/** Lines of the scale, per cent of the stroke. */
const SCALE = [100, 75, 50, 25, 0] as const;

/** The style sheet repeats this value. */
const INSET_PX = 24;

interface MovePadProps {
  /** Where the device was sent last, whole per cent of the stroke; undefined before the first move. */
  target: number | undefined;
  /** The live position, in shares of what the pad spans. */
  read: ReadPosition;
  disabled: boolean;
  /** Called with every place of the hand while it is on the pad. */
  onDrag: (percent: number) => void;
  /** A tap or a key chose a single place. */
  onTap: (percent: number) => void;
}

/**
 * The stroke as a surface: the slider goes where the finger is. On a page that scrolls, a finger must touch the line itself or
 * rest first: one that moves up or down at once scrolls. The glowing bar shows the estimated position, the line the target.
 * A Stop of the device ends the press of a hand or key: only a new one moves the slider.
 */
export function MovePad({ target, read, disabled, onDrag, onTap }: MovePadProps) {
  const { t, number } = useTexts();
  const time = useClock();
  const device = useDevice();
  const pad = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [held, setHeld] = useState(false);
  /** A Stop has come since the last key went down. */
  const isKeyCutOff = useRef(false);
  const value = target ?? 0;
  const targetText = target === undefined ? t('control.pad.none') : t('unit.percent', { value: number(target) });

  /** The ends of the stroke lie a little inside the edges, where a finger reaches them. */
  const placeOf = (percentOfHeight: number) => {
    const insetPercent = (INSET_PX / Math.max(1, pad.current?.clientHeight ?? 1)) * 100;
    return clampRounded(((percentOfHeight - insetPercent) / (100 - 2 * insetPercent)) * 100, 0, 100);
  };

  const { hand, byHandle, cutOff } = useDrag(
    'vertical',
    {
      onStart() {
        input.current?.focus({ preventScroll: true });
        setHeld(true);
      },
      onMove: ({ percent }) => onDrag(placeOf(percent)),
      onEnd({ kind, percent }) {
        setHeld(false);
        if (kind === 'drag') onDrag(placeOf(percent));
        else if (kind === 'tap') onTap(placeOf(percent));
      },
    },
    { surface: pad, disabled },
  );
  useEffect(
    () =>
      device.store.subscribe((now, before) => {
        if (!isStopBegun(now, before)) return;
        isKeyCutOff.current = true;
        cutOff();
      }),
    [device, cutOff],
  );

  return (
    <div
      ref={pad}
      className={`hand-surface ${styles['pad']}`}
      data-held={held || undefined}
      data-by-handle={byHandle || undefined}
      data-disabled={disabled || undefined}
      style={{ '--target': value } as CSSProperties} // React's types have no custom properties.
      {...hand}
    >
      <div className={styles['scale']} aria-hidden="true">
        {SCALE.map((percent) => (
          <span key={percent}>{number(percent)}</span>
        ))}
      </div>
      <div className={styles['column']}>
        <PositionColumn read={read} time={time} />
      </div>
      {target !== undefined && (
        <div className={styles['target']} aria-hidden="true" data-handle="target">
          <span className={styles['bubble']}>{targetText}</span>
        </div>
      )}
      <RangeInput
        ref={input}
        value={value}
        disabled={disabled}
        aria-label={t('control.pad')}
        aria-orientation="vertical"
        aria-valuetext={targetText}
        onChange={onTap}
        onKeyDown={(event) => {
          if (!event.repeat) isKeyCutOff.current = false;
          else if (isKeyCutOff.current) event.preventDefault();
        }}
      />
    </div>
  );
}
