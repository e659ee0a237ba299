import type { RecipeStep } from '@tactus/motion';
import { useState } from 'react';
import { NamedStepper } from '../../../device-view/controls/named-stepper.tsx';
import { useTexts } from '../../../i18n/text.tsx';
import type { PercentRange } from '../../../ui/percent-range.ts';
import { RangeFader } from '../../../ui/range-fader.tsx';
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
        <NamedStepper
          className={styles['value']}
          label={t('player.recipe.intensity')}
          value={Math.round(step.factor * 100)}
          {...{ min: 0, max: 300, step: 5 }}
          valueText={percent(Math.round(step.factor * 100))}
          onChange={(value) => onChange({ ...step, factor: value / 100 })}
        />
      );
    case 'smooth':
      return (
        <NamedStepper
          className={styles['value']}
          label={t('player.recipe.window')}
          value={step.windowMs}
          {...{ min: 50, max: 2_000, step: 50 }}
          valueText={t('unit.ms', { value: number(step.windowMs) })}
          onChange={(windowMs) => onChange({ ...step, windowMs })}
        />
      );
    case 'simplify':
      return (
        <NamedStepper
          className={styles['value']}
          label={t('player.recipe.tolerance')}
          value={step.tolerance}
          {...{ min: 0, max: 25, step: 1 }}
          valueText={percent(step.tolerance)}
          onChange={(tolerance) => onChange({ ...step, tolerance })}
        />
      );
    case 'limit':
      return (
        <>
          <NamedStepper
            className={styles['value']}
            label={t('player.recipe.maxSpeed')}
            value={step.maxSpeed}
            {...{ min: 10, max: 2_000, step: 10 }}
            valueText={t('player.recipe.perSecond', { value: number(step.maxSpeed) })}
            onChange={(maxSpeed) => onChange({ ...step, maxSpeed })}
          />
          <NamedStepper
            className={styles['value']}
            label={t('player.recipe.maxAcceleration')}
            value={step.maxAcceleration}
            {...{ min: 500, max: 60_000, step: 500 }}
            valueText={t('player.recipe.perSecondSquared', { value: number(step.maxAcceleration) })}
            onChange={(maxAcceleration) => onChange({ ...step, maxAcceleration })}
          />
        </>
      );
  }
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
