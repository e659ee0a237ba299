import { useTexts } from '../../i18n/text.tsx';
import { RangeFader } from '../../ui/range-fader.tsx';
import { useTime } from '../../ui/time-context.tsx';
import { PositionColumn } from '../position-column.tsx';
import { useDrawnPosition } from '../use-drawn-position.ts';
import { UprightColumn } from './upright-fader.tsx';
import { useStroke } from './use-stroke.ts';

/** Shorter windows make the device turn without moving. */
const LEAST_STROKE_PERCENT = 5;

/** The stroke window, with the live position inside it. */
export function StrokeFader({ disabled }: { disabled: boolean }) {
  const { t, number } = useTexts();
  const time = useTime();
  const { read } = useDrawnPosition();
  const { shown, change, release } = useStroke();
  return (
    <UprightColumn
      label={t('control.stroke')}
      aside={t('unit.percentRange', { min: number(shown.min), max: number(shown.max) })}
    >
      <RangeFader
        label={t('control.stroke')}
        minLabel={t('control.stroke.bottom')}
        maxLabel={t('control.stroke.top')}
        orientation="vertical"
        range={shown}
        gap={LEAST_STROKE_PERCENT}
        valueText={(value) => t('unit.percent', { value: number(value) })}
        disabled={disabled}
        onChange={change}
        onRelease={release}
      >
        <PositionColumn read={read} time={time} />
      </RangeFader>
    </UprightColumn>
  );
}
