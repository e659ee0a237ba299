import { AppliedLimitsNote } from '../../device/dock/applied-limits-note.tsx';
import type { MessageKey } from '../../i18n/catalogs.ts';
import { useTexts } from '../../i18n/text.tsx';
import { useSetting, useSettingsStore } from '../../settings/use-settings.tsx';
import { Card } from '../../ui/card.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { presetOfSettings, RUN_PRESET_NAMES, RUN_PRESETS, type RunPresetName } from './presets.ts';
import styles from './random-settings-form.module.css';
import { RangeSettings } from './range-settings.tsx';
import { RhythmSettings } from './rhythm-settings.tsx';
import type { RandomSettings } from './rules.ts';
import { SeedSetting } from './seed-setting.tsx';

const NAMES: Readonly<Record<RunPresetName, MessageKey>> = {
  calm: 'random.preset.calm',
  varied: 'random.preset.varied',
  intense: 'random.preset.intense',
};

/** The settings of a run. A change counts from the next pick; all of them are stored in this browser. */
export function RandomSettingsForm({ seedOfRun }: { seedOfRun: string }) {
  const { t } = useTexts();
  const store = useSettingsStore();
  const settings = useSetting((all) => all.randomClassic);
  const change = (part: Partial<RandomSettings>) =>
    store.update({ randomClassic: { ...store.state.getState().randomClassic, ...part } });
  return (
    <div className="column gap-16 shrink">
      <Segmented<RunPresetName | 'own'>
        label={t('random.presets')}
        options={RUN_PRESET_NAMES.map((name) => ({ value: name, label: t(NAMES[name]) }))}
        value={presetOfSettings(settings)}
        onChange={(name) => name !== 'own' && change(RUN_PRESETS[name])}
      />
      <Card title={t('random.ranges')} className={styles['card']}>
        <RangeSettings settings={settings} change={change} />
        <AppliedLimitsNote />
      </Card>
      <Card title={t('random.rhythm')} className={styles['card']}>
        <RhythmSettings settings={settings} change={change} />
      </Card>
      <Card title={t('random.repeat')} className={styles['card']}>
        <SeedSetting settings={settings} change={change} seedOfRun={seedOfRun} />
      </Card>
    </div>
  );
}
