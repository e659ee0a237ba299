import { type ReactNode, useState } from 'react';
import { useMissingCapabilities } from '../../device/session/capability.ts';
import { useTexts } from '../../i18n/text.tsx';
import { Fader } from '../../ui/fader.tsx';
import type { PercentRange } from '../../ui/percent-range.ts';
import { RangeFader } from '../../ui/range-fader.tsx';
import styles from './random-settings-form.module.css';
import { LEAST_STROKE_PERCENT, type RandomSettings } from './rules.ts';

interface PartProps {
  settings: RandomSettings;
  change: (part: Partial<RandomSettings>) => void;
}

/** The ranges of speed and stroke, and the shortest stroke; for a device without a slider the range of strength. */
export function RangeSettings({ settings, change }: PartProps) {
  const { t } = useTexts();
  const { slider: vibrates } = useMissingCapabilities();
  const speed = { gap: 0, stored: settings.speedRange, store: (speedRange: PercentRange) => change({ speedRange }) };
  if (vibrates)
    return (
      <RangeField
        label={t('hvp.strength')}
        minLabel={t('random.strength.least')}
        maxLabel={t('random.strength.most')}
        {...speed}
      />
    );
  return (
    <>
      <RangeField
        label={t('random.speedRange')}
        minLabel={t('random.speedRange.least')}
        maxLabel={t('random.speedRange.most')}
        {...speed}
      />
      <RangeField
        label={t('random.strokeRange')}
        minLabel={t('random.strokeRange.bottom')}
        maxLabel={t('random.strokeRange.top')}
        gap={LEAST_STROKE_PERCENT}
        stored={settings.strokeRange}
        store={(strokeRange) => change({ strokeRange })}
      />
      <LengthField
        stored={settings.minimumStrokeLength}
        store={(minimumStrokeLength) => change({ minimumStrokeLength })}
      />
    </>
  );
}

/** A window under a hand: stored when the hand lets go. */
function RangeField(props: {
  label: string;
  minLabel: string;
  maxLabel: string;
  gap: number;
  stored: PercentRange;
  store: (range: PercentRange) => void;
}) {
  const { t, number } = useTexts();
  const { stored, store, ...names } = props;
  const [draft, setDraft] = useState<PercentRange>();
  const shown = draft ?? stored;
  return (
    <Field label={props.label} value={t('unit.percentRange', { min: number(shown.min), max: number(shown.max) })}>
      <RangeFader
        {...names}
        range={shown}
        valueText={(value) => t('unit.percent', { value: number(value) })}
        onChange={setDraft}
        onRelease={(range) => {
          setDraft(undefined);
          store(range);
        }}
      />
    </Field>
  );
}

function LengthField({ stored, store }: { stored: number; store: (percent: number) => void }) {
  const { t, number } = useTexts();
  const [draft, setDraft] = useState<number>();
  const shown = draft ?? stored;
  const text = t('unit.percent', { value: number(shown) });
  return (
    <Field label={t('random.shortest')} value={text}>
      <Fader
        label={t('random.shortest')}
        value={shown}
        valueText={text}
        onChange={setDraft}
        onRelease={(percent) => {
          setDraft(undefined);
          store(percent);
        }}
      />
    </Field>
  );
}

function Field({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <div className="grid gap-8">
      <p className="row gap-8 justify-between note" aria-hidden="true">
        <span>{label}</span>
        <span className={styles['value']}>{value}</span>
      </p>
      {children}
    </div>
  );
}
