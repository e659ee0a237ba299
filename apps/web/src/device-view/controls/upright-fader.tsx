import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/text.tsx';
import { Fader } from '../../ui/fader.tsx';
import styles from './upright-fader.module.css';

/** From this value on the number fits inside the fill, below the handle; for lower values it stands above. */
const ROOM_FOR_NUMBER_PERCENT = 30;

/** An upright control with its name above, and beside the name the resulting quantity. */
export function LabelledUprightControl({
  label,
  aside,
  children,
}: {
  label: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles['column']}>
      <p className="row wrap justify-between gap-x-8 note">
        <span>{label}</span>
        {aside !== undefined && <span className={styles['value']}>{aside}</span>}
      </p>
      {children}
    </div>
  );
}

interface UprightFaderProps {
  label: string;
  aside?: ReactNode;
  /** Whole per cent. */
  value: number;
  /** The limit, whole per cent: no value above is allowed. */
  most?: number | undefined;
  disabled: boolean;
  /** Called with every value while the hand is on the control. */
  onChange: (value: number) => void;
  /** Called with the last value when the hand lets go. */
  onRelease?: (value: number) => void;
}

/** An upright fader with its number large inside it. */
export function UprightFader({ label, aside, value, ...rest }: UprightFaderProps) {
  const { t, number } = useTexts();
  return (
    <LabelledUprightControl label={label} aside={aside}>
      <Fader
        label={label}
        orientation="vertical"
        value={value}
        valueText={t('unit.percent', { value: number(value) })}
        {...rest}
      >
        <span className={styles['big']} data-low={value < ROOM_FOR_NUMBER_PERCENT || undefined}>
          {number(value)}
          <span className={styles['unit']}>%</span>
        </span>
      </Fader>
    </LabelledUprightControl>
  );
}
