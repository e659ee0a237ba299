import { useTexts } from '../../i18n/text.tsx';
import { Fader } from '../../ui/fader.tsx';
import { RangeFader } from '../../ui/range-fader.tsx';
import { Select } from '../../ui/select.tsx';
import { PERMISSION_MINUTES, type PermissionLimits } from './permission-terms.ts';
import styles from './uui.module.css';

const LEAST_STROKE_PERCENT = 5;

interface WidgetLimitsProps {
  limits: PermissionLimits;
  onChange: (limits: PermissionLimits) => void;
}

/** Speed, stroke and minutes that the site gets. */
export function WidgetLimits({ limits, onChange }: WidgetLimitsProps) {
  const { t, number } = useTexts();
  const speed = Math.round(limits.speed * 100);
  const range = { min: Math.round(limits.stroke.min * 100), max: Math.round(limits.stroke.max * 100) };
  const percent = (value: number) => t('unit.percent', { value: number(value) });
  return (
    <>
      <div className={styles['field']}>
        <p>
          <span>{t('sharing.speed')}</span>
          <span className={styles['value']}>{percent(speed)}</span>
        </p>
        <Fader
          label={t('sharing.speed')}
          value={speed}
          valueText={percent(speed)}
          onChange={(value) => onChange({ ...limits, speed: value / 100 })}
        />
      </div>
      <div className={styles['field']}>
        <p>
          <span>{t('sharing.stroke')}</span>
          <span className={styles['value']}>
            {t('unit.percentRange', { min: number(range.min), max: number(range.max) })}
          </span>
        </p>
        <RangeFader
          label={t('sharing.stroke')}
          minLabel={t('sharing.stroke.bottom')}
          maxLabel={t('sharing.stroke.top')}
          range={range}
          gap={LEAST_STROKE_PERCENT}
          valueText={percent}
          onChange={({ min, max }) => onChange({ ...limits, stroke: { min: min / 100, max: max / 100 } })}
        />
      </div>
      <Select
        label={t('sharing.visit')}
        options={PERMISSION_MINUTES.map((value) => ({
          value: String(value),
          label: t('sharing.visit.minutes', { value: number(value) }),
        }))}
        value={String(limits.minutes)}
        onChange={(value) => onChange({ ...limits, minutes: Number(value) })}
      />
    </>
  );
}
