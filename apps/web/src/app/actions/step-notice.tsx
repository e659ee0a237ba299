import { type ReactNode, useEffect } from 'react';
import { useTexts } from '../../i18n/text.tsx';
import { useClock } from '../../ui/time-context.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import styles from './actions.module.css';
import type { SentSpeed } from './speed-actions.ts';
import type { StepResult } from './stroke-and-offset-steps.ts';

/** How long the result of a step is shown. */
const SHOWN_FOR_MS = 1500;

/**
 * Shows and announces the result of the last step for a moment: the control itself may be on another page. It is there before
 * the first step, since a region that comes together with its text may not be announced.
 */
export function StepNotice({
  step,
  onOver,
}: {
  step: StepResult | SentSpeed | undefined;
  onOver: () => void;
}): ReactNode {
  const time = useClock();
  const over = useLatest(onOver);
  useEffect(
    () => (step === undefined ? undefined : time.after(SHOWN_FOR_MS, () => over.current())),
    [time, step, over],
  );
  return (
    <p className={styles['said']} role="status">
      {useStepText(step)}
    </p>
  );
}

function useStepText(step: StepResult | SentSpeed | undefined): string {
  const { t, number } = useTexts();
  if (step === undefined) return '';
  const percent = (share: number) => number(Math.round(share * 100));
  if (step.what === 'stroke') return t('action.strokeIs', { min: percent(step.min), max: percent(step.max) });
  if (step.what === 'offset') return t('action.offsetIs', { ms: number(step.offsetMs) });
  const value = { percent: number(step.percent) };
  if (step.what === 'strength') return t(step.isMost ? 'action.strengthIs.most' : 'action.strengthIs', value);
  return t(step.isMost ? 'action.speedIs.most' : 'action.speedIs', value);
}
