import type { RecipeStep } from '@tactus/motion';
import { useState } from 'react';
import { useTexts } from '../../../i18n/text.tsx';
import type { PercentRange } from '../../../ui/percent-range.ts';
import { RangeFader } from '../../../ui/range-fader.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import styles from './recipe-panel.module.css';

/** The values of a step; empty for a step without values. */
export function RecipeStepValues({ step, onChange }: { step: RecipeStep; onChange: (step: RecipeStep) => void }) {
  const { t, number } = useTexts();
  const percent = (value: number) => t('unit.percent', { value: number(value) });
  switch (step.kind) {
    case 'invert':
    case 'half-speed':
      return null;
    case 'remap':
      return <RemapRange step={step} onChange={onChange} />;
    case 'intensity':
      return (
        <Value
          label={t('player.recipe.intensity')}
          value={Math.round(step.factor * 100)}
          bounds={{ min: 0, max: 300, step: 5 }}
          text={percent}
          onChange={(value) => onChange({ ...step, factor: value / 100 })}
        />
      );
    case 'smooth':
      return (
        <Value
          label={t('player.recipe.window')}
          value={step.windowMs}
          bounds={{ min: 50, max: 2_000, step: 50 }}
          text={(value) => t('unit.ms', { value: number(value) })}
          onChange={(windowMs) => onChange({ ...step, windowMs })}
        />
      );
    case 'simplify':
      return (
        <Value
          label={t('player.recipe.tolerance')}
          value={step.tolerance}
          bounds={{ min: 0, max: 25, step: 1 }}
          text={percent}
          onChange={(tolerance) => onChange({ ...step, tolerance })}
        />
      );
    case 'limit':
      return (
        <>
          <Value
            label={t('player.recipe.maxSpeed')}
            value={step.maxSpeed}
            bounds={{ min: 10, max: 2_000, step: 10 }}
            text={(value) => t('player.recipe.perSecond', { value: number(value) })}
            onChange={(maxSpeed) => onChange({ ...step, maxSpeed })}
          />
          <Value
            label={t('player.recipe.maxAcceleration')}
            value={step.maxAcceleration}
            bounds={{ min: 500, max: 60_000, step: 500 }}
            text={(value) => t('player.recipe.perSecondSquared', { value: number(value) })}
            onChange={(maxAcceleration) => onChange({ ...step, maxAcceleration })}
          />
        </>
      );
  }
}

function Value(props: {
  label: string;
  value: number;
  bounds: { min: number; max: number; step: number };
  text: (value: number) => string;
  onChange: (value: number) => void;
}) {
  const { t } = useTexts();
  const { label, value, bounds, text, onChange } = props;
  return (
    <div className={styles['value']}>
      <span aria-hidden="true">{label}</span>
      <Stepper
        label={label}
        decreaseLabel={t('player.recipe.less', { what: label })}
        increaseLabel={t('player.recipe.more', { what: label })}
        value={value}
        {...bounds}
        valueText={text(value)}
        onChange={onChange}
      />
    </div>
  );
}

function RemapRange({
  step,
  onChange,
}: {
  step: Extract<RecipeStep, { kind: 'remap' }>;
  onChange: (step: RecipeStep) => void;
}) {
  const { t, number } = useTexts();
  const [draft, setDraft] = useState<PercentRange>();
  return (
    <RangeFader
      label={t('player.recipe.remap')}
      minLabel={t('player.recipe.low')}
      maxLabel={t('player.recipe.high')}
      gap={1}
      range={draft ?? { min: step.low, max: step.high }}
      valueText={(value) => t('unit.percent', { value: number(value) })}
      onChange={setDraft}
      onRelease={({ min, max }) => {
        setDraft(undefined);
        onChange({ ...step, low: min, high: max });
      }}
    />
  );
}
