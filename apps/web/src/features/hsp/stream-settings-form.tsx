import { useMissingCapabilities } from '../../device/session/capability.ts';
import { NamedStepper } from '../../device-view/controls/named-stepper.tsx';
import {
  BATCH_SIZE_BOUNDS,
  LEAD_CHOICES_S,
  PLAYBACK_RATE_BOUNDS,
  REFILL_THRESHOLD_BOUNDS,
  type StreamLabSettings,
} from '../../device-view/stream-lab/lab-settings.ts';
import { useTexts } from '../../i18n/text.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Switch } from '../../ui/switch.tsx';
import styles from './hsp-page.module.css';

interface StreamSettingsProps {
  settings: StreamLabSettings;
  onChange: (settings: StreamLabSettings) => void;
}

/** The settings of the stream: rate and loop; lead, batch and threshold where the device buffers points. */
export function StreamSettingsForm({ settings, onChange }: StreamSettingsProps) {
  const { t, number } = useTexts();
  const { slider: vibrates } = useMissingCapabilities();
  const set = (changes: Partial<StreamLabSettings>) => onChange({ ...settings, ...changes });
  return (
    <div className={styles['form']}>
      {!vibrates && <BufferSettings settings={settings} onChange={onChange} />}
      <NamedStepper
        className={styles['row']}
        label={t('hsp.rate')}
        value={settings.rate}
        {...PLAYBACK_RATE_BOUNDS}
        valueText={t('hsp.rate.value', { value: number(settings.rate, 2) })}
        onChange={(rate) => set({ rate })}
      />
      <Switch label={t('hsp.loop')} checked={settings.loop} onChange={(loop) => set({ loop })} />
    </div>
  );
}

function BufferSettings({ settings, onChange }: StreamSettingsProps) {
  const { t, number } = useTexts();
  const set = (changes: Partial<StreamLabSettings>) => onChange({ ...settings, ...changes });
  const leads = LEAD_CHOICES_S.map((value) => ({
    value,
    label: Number.isFinite(value) ? t('hsp.seconds', { value: number(value) }) : t('hsp.lead.full'),
  }));
  return (
    <>
      <div className={styles['row']}>
        <span>{t('hsp.lead')}</span>
        <Segmented label={t('hsp.lead')} options={leads} value={settings.leadS} onChange={(leadS) => set({ leadS })} />
      </div>
      <NamedStepper
        className={styles['row']}
        label={t('hsp.batch')}
        value={settings.batch}
        {...BATCH_SIZE_BOUNDS}
        valueText={t('hsp.batch.value', { value: number(settings.batch) })}
        onChange={(batch) => set({ batch })}
      />
      <NamedStepper
        className={styles['row']}
        label={t('hsp.threshold')}
        value={settings.thresholdPercent}
        {...REFILL_THRESHOLD_BOUNDS}
        valueText={t('unit.percent', { value: number(settings.thresholdPercent) })}
        onChange={(thresholdPercent) => set({ thresholdPercent })}
      />
    </>
  );
}
