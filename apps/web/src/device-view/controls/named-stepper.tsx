import type { ComponentProps } from 'react';
import { useTexts } from '../../i18n/text.tsx';
import { Stepper } from '../../ui/stepper.tsx';

interface NamedStepperProps extends Omit<ComponentProps<typeof Stepper>, 'decreaseLabel' | 'increaseLabel'> {
  className: string | undefined;
}

/** A stepper with its name beside it; its buttons are named after it. */
export function NamedStepper({ className, label, ...stepper }: NamedStepperProps) {
  const { t } = useTexts();
  return (
    <div className={className}>
      <span aria-hidden="true">{label}</span>
      <Stepper
        {...stepper}
        label={label}
        decreaseLabel={t('unit.less', { what: label })}
        increaseLabel={t('unit.more', { what: label })}
      />
    </div>
  );
}
