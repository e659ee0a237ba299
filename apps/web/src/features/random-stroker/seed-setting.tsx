import { useTexts } from '../../i18n/text.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { RandomSettings } from './rules.ts';

const LONGEST_SEED = 40;

interface SeedSettingProps {
  settings: RandomSettings;
  change: (part: Partial<RandomSettings>) => void;
  /** The seed of the last run; empty before the first. */
  seedOfRun: string;
}

/** The text that repeats a run. Without one, every run differs. */
export function SeedSetting({ settings, change, seedOfRun }: SeedSettingProps) {
  const { t } = useTexts();
  return (
    <>
      <TextField
        label={t('random.seed')}
        hint={t('random.seed.hint')}
        value={settings.seed}
        maxLength={LONGEST_SEED}
        autoComplete="off"
        onChange={(event) => change({ seed: event.currentTarget.value })}
      />
      {seedOfRun !== '' && seedOfRun !== settings.seed.trim() && (
        <Button onClick={() => change({ seed: seedOfRun })}>{t('random.seed.keep', { seed: seedOfRun })}</Button>
      )}
    </>
  );
}
