import { NamedStepper } from '../../device-view/controls/named-stepper.tsx';
import { useTexts } from '../../i18n/text.tsx';
import styles from './random-settings-form.module.css';
import { LEAST_SECONDS_BETWEEN_PICKS, type RandomSettings } from './rules.ts';

/** The steps of each time. */
const STEPS = {
  timeBetween: { min: LEAST_SECONDS_BETWEEN_PICKS, max: 60, step: 1 },
  currentPause: { min: 0, max: 30, step: 1 },
  ramp: { min: 0, max: 5, step: 0.5 },
  sessionMinutes: { min: 0, max: 120, step: 5 },
} as const;

interface RhythmSettingsProps {
  settings: RandomSettings;
  change: (part: Partial<RandomSettings>) => void;
}

/** The times between picks, of pauses and ramps, and the session timer. */
export function RhythmSettings({ settings, change }: RhythmSettingsProps) {
  const { t, number } = useTexts();
  const seconds = (value: number) => t('random.seconds', { value: number(value, Number.isInteger(value) ? 0 : 1) });
  const { sessionMinutes } = settings;
  const rows = [
    ['timeBetween', t('random.timeBetween'), seconds(settings.timeBetween)],
    [
      'currentPause',
      t('random.pause'),
      settings.currentPause === 0 ? t('random.none') : seconds(settings.currentPause),
    ],
    ['ramp', t('random.ramp'), settings.ramp === 0 ? t('random.none') : seconds(settings.ramp)],
    [
      'sessionMinutes',
      t('random.session'),
      sessionMinutes === 0 ? t('random.session.off') : t('random.minutes', { value: number(sessionMinutes) }),
    ],
  ] as const;
  return (
    <div className="grid gap-10">
      {rows.map(([name, label, valueText]) => (
        <NamedStepper
          key={name}
          className={styles['row']}
          {...STEPS[name]}
          {...{ label, valueText }}
          value={settings[name]}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
    </div>
  );
}
