import type { ShareLimits } from '@tactus/protocol';
import type { MessageKey } from '../i18n/catalogs.ts';
import { useLanguage, useTexts } from '../i18n/text.tsx';
import { Fader } from '../ui/fader.tsx';
import { RangeFader } from '../ui/range-fader.tsx';
import { Select } from '../ui/select.tsx';
import { ValuedField } from '../ui/valued-field.tsx';
import { durationText } from './duration-text.ts';

/** The shortest part of the stroke that can be set for a guest. */
export const LEAST_STROKE_PERCENT = 5;

interface LimitProps<Value> {
  value: Value;
  onChange: (value: Value) => void;
}

/** A limit of a guest: a share 0..1, shown in per cent. */
export function LimitField({ text, value, onChange }: LimitProps<number> & { text: MessageKey }) {
  const { t, number } = useTexts();
  const percent = Math.round(value * 100);
  const shown = t('unit.percent', { value: number(percent) });
  return (
    <ValuedField name={t(text)} value={shown}>
      <Fader label={t(text)} value={percent} valueText={shown} onChange={(wanted) => onChange(wanted / 100)} />
    </ValuedField>
  );
}

/** The part of the stroke that a guest may use. */
export function StrokeField({ value, onChange }: LimitProps<ShareLimits['stroke']>) {
  const { t, number } = useTexts();
  const range = { min: Math.round(value.min * 100), max: Math.round(value.max * 100) };
  return (
    <ValuedField
      name={t('sharing.stroke')}
      value={t('unit.percentRange', { min: number(range.min), max: number(range.max) })}
    >
      <RangeFader
        label={t('sharing.stroke')}
        minLabel={t('sharing.stroke.bottom')}
        maxLabel={t('sharing.stroke.top')}
        range={range}
        gap={LEAST_STROKE_PERCENT}
        valueText={(percent) => t('unit.percent', { value: number(percent) })}
        onChange={({ min, max }) => onChange({ min: min / 100, max: max / 100 })}
      />
    </ValuedField>
  );
}

/** How many minutes a guest may stay. */
export function MinutesField({ value, minutes, onChange }: LimitProps<number> & { minutes: readonly number[] }) {
  const { t } = useTexts();
  const { language } = useLanguage();
  return (
    <Select
      label={t('sharing.visit')}
      options={minutes.map((one) => ({ value: String(one), label: durationText(one, language) }))}
      value={String(value)}
      onChange={(wanted) => onChange(Number(wanted))}
    />
  );
}
