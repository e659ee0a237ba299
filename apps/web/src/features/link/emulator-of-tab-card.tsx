import { useStore } from 'zustand';
import { PositionStrip } from '../../device-view/position/position-strip.tsx';
import type { Emulator } from '../../emulator/emulator.ts';
import { EmulatorSwitches } from '../../emulator/emulator-fault-controls.tsx';
import { EmulatorReportFacts } from '../../emulator/emulator-panel.tsx';
import { EMULATOR_START_FAILURE_TEXTS, emulatorStatusText } from '../../emulator/emulator-texts.ts';
import { addEmulatorToLinkedDevices } from '../../emulator/linked-emulator.ts';
import { useEmulatorOfTab } from '../../emulator/use-emulator-of-tab.ts';
import { useEmulatorPosition } from '../../emulator/use-emulator-position.ts';
import { useTexts } from '../../i18n/text.tsx';
import { useSettingsStore } from '../../settings/use-settings.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dot } from '../../ui/pill.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useClock } from '../../ui/time-context.tsx';
import styles from './emulator-of-tab-card.module.css';

const MODELS = [
  { value: 'handy', label: 'The Handy' },
  { value: 'oh', label: 'Oh' },
] as const;

/** A virtual device that runs in this tab; its clients reach it like any other. */
export function EmulatorOfTabCard() {
  const { t } = useTexts();
  const settings = useSettingsStore();
  const emulator = useEmulatorOfTab();
  const { phase, fault, model } = useStore(emulator.state);
  const status = emulatorStatusText({ phase, report: undefined });
  const on = phase !== 'off' && phase !== 'failed';

  async function start() {
    const key = await emulator.start();
    if (key !== undefined) addEmulatorToLinkedDevices(settings, key, t('link.tab.nickname'));
  }

  return (
    <Card
      title={t('link.tab')}
      aside={
        <span className={styles['state']} role="status">
          <Dot tone={status.tone} />
          {t(status.text)}
        </span>
      }
    >
      <p className="muted">{t('link.tab.text')}</p>
      {fault !== undefined && (
        <Alert tone="negative" title={t('emulator.failed')}>
          {t(EMULATOR_START_FAILURE_TEXTS[fault])}
        </Alert>
      )}
      <Segmented label={t('emulator.model')} options={MODELS} value={model} onChange={emulator.chooseModel} />
      {on && (
        <>
          {model !== 'oh' && <Strip emulator={emulator} />}
          <EmulatorReportFacts emulator={emulator} />
          <EmulatorSwitches emulator={emulator} />
        </>
      )}
      {on ? (
        <Button wide onClick={emulator.stop}>
          {t('emulator.stop')}
        </Button>
      ) : (
        <Button wide onClick={() => void start()}>
          {t('link.tab.start')}
        </Button>
      )}
    </Card>
  );
}

function Strip({ emulator }: { emulator: Emulator }) {
  const { t } = useTexts();
  const time = useClock();
  return (
    <div className={styles['strip']}>
      <PositionStrip read={useEmulatorPosition(emulator)} time={time} label={t('strip.label')} />
    </div>
  );
}
