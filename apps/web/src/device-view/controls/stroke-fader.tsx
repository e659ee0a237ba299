import type { ComponentProps } from 'react';
import type { ControlDraft } from '../../device/session/use-throttled-draft.ts';
import { useTexts } from '../../i18n/text.tsx';
import type { PercentRange } from '../../ui/percent-range.ts';
import { RangeFader } from '../../ui/range-fader.tsx';
import { useClock } from '../../ui/time-context.tsx';
import { PositionColumn } from '../position/position-column.tsx';
import type { ReadPosition } from '../position/position-snapshot.ts';
import { LabelledUprightControl } from './upright-fader.tsx';

/** Shorter windows make the device turn without moving. */
const LEAST_STROKE_PERCENT = 5;

interface StrokeFaderProps {
  stroke: ControlDraft<PercentRange>;
  /** The live position, in shares of what the fader spans. */
  read: ReadPosition;
  disabled: boolean;
  /** The limits of both ends, per cent of what the fader spans. */
  within?: PercentRange | undefined;
  /** A lying one has no live position. */
  orientation?: 'vertical' | 'horizontal';
}

interface StrokeRangeProps extends Pick<ComponentProps<typeof RangeFader>, 'within' | 'orientation' | 'children'> {
  label: string;
  stroke: ControlDraft<PercentRange>;
  disabled: boolean;
}

/** The fader of a stroke window. */
export function StrokeRange({
  label,
  stroke,
  disabled,
  within,
  orientation = 'horizontal',
  children,
}: StrokeRangeProps) {
  const { t, number } = useTexts();
  return (
    <RangeFader
      {...{ label, disabled, within, orientation, children }}
      minLabel={t('control.stroke.bottom')}
      maxLabel={t('control.stroke.top')}
      range={stroke.shown}
      gap={LEAST_STROKE_PERCENT}
      valueText={(value) => t('unit.percent', { value: number(value) })}
      onChange={stroke.change}
      onRelease={stroke.release}
    />
  );
}

/** The stroke window under a hand, with the live position inside it. */
export function StrokeFader({ stroke, read, disabled, within, orientation = 'vertical' }: StrokeFaderProps) {
  const { t, number } = useTexts();
  const time = useClock();
  const { shown } = stroke;
  return (
    <LabelledUprightControl
      label={t('control.stroke')}
      aside={t('unit.percentRange', { min: number(shown.min), max: number(shown.max) })}
    >
      <StrokeRange label={t('control.stroke')} {...{ stroke, disabled, within, orientation }}>
        {orientation === 'vertical' && <PositionColumn read={read} time={time} />}
      </StrokeRange>
    </LabelledUprightControl>
  );
}
