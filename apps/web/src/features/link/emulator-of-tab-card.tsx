import { useCallback, useEffect } from 'react';
import { useStore } from 'zustand';
import { modeName } from '../../device/session/motion.ts';
import { PositionStrip } from '../../device-view/position/position-strip.tsx';
import type { Emulator, EmulatorState } from '../../emulator/emulator.ts';
import type { EmulatorStartFailure } from '../../emulator/enrol-emulator.ts';
import { addEmulatorToLinkedDevices } from '../../emulator/linked-emulator.ts';
import { useEmulatorOfTab } from '../../emulator/use-emulator-of-tab.ts';
import type { MessageKey } from '../../i18n/catalogs.ts';
import { useTexts } from '../../i18n/text.tsx';
import { useSettingsStore } from '../../settings/use-settings.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Fact, FactList } from '../../ui/facts.tsx';
import { Dot, type DotTone } from '../../ui/pill.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useClock } from '../../ui/time-context.tsx';
import styles from './emulator-of-tab-card.module.css';

const MODELS = [
  { value: 'handy', label: 'The Handy' },
  { value: 'oh', label: 'Oh' },
] as const;

const PHASES: Readonly<Record<EmulatorState['phase'], { text: MessageKey; tone: DotTone }>> = {
  off: { text: 'link.tab.off', tone: 'idle' },
  failed: { text: 'link.tab.off', tone: 'idle' },
  starting: { text: 'connection.connecting', tone: 'busy' },
  connecting: { text: 'connection.connecting', tone: 'busy' },
  linked: { text: 'link.tab.linked', tone: 'ok' },
  waiting: { text: 'link.tab.waiting', tone: 'lost' },
};

const FAULTS: Readonly<Record<EmulatorStartFailure, MessageKey>> = {
  'no-link': 'link.tab.noLink',
  'too-many': 'link.tab.tooMany',
  network: 'link.tab.network',
  elsewhere: 'link.tab.elsewhere',
  refused: 'link.tab.refused',
};

/** A virtual device that runs in this tab; its clients reach it like any other. */
export function EmulatorOfTabCard() {
  const { t } = useTexts();
  const settings = useSettingsStore();
  const emulator = useEmulatorOfTab();
  const { phase, fault, model } = useStore(emulator.state);
  const status = PHASES[phase];
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
        <Alert tone="negative" title={t('link.tab.failed')}>
          {t(FAULTS[fault])}
        </Alert>
      )}
      <Segmented label={t('link.tab.model')} options={MODELS} value={model} onChange={emulator.chooseModel} />
      {on && <Running emulator={emulator} />}
      {on ? (
        <Button wide onClick={emulator.stop}>
          {t('link.tab.stop')}
        </Button>
      ) : (
        <Button wide onClick={() => void start()}>
          {t('link.tab.start')}
        </Button>
      )}
    </Card>
  );
}

function Running({ emulator }: { emulator: Emulator }) {
  const { t, number } = useTexts();
  const { report, networkUp, sliderBlocked, model } = useStore(emulator.state);
  const mode = modeName(report?.mode);
  return (
    <>
      {model !== 'oh' && <Strip emulator={emulator} />}
      <FactList>
        <Fact name={t('link.tab.mode')}>{mode === undefined ? '–' : t(mode)}</Fact>
        {report?.vibration01 !== undefined && (
          <Fact name={t('mode.vibrate')}>
            {t('unit.percent', { value: number(Math.round(report.vibration01 * 100)) })}
          </Fact>
        )}
        {report?.motorCelsius !== undefined && (
          <Fact name={t('link.tab.motor')}>{t('link.tab.celsius', { value: number(report.motorCelsius) })}</Fact>
        )}
        {report?.battery01 !== undefined && (
          <Fact name={t('dock.battery')}>
            {t('unit.percent', { value: number(Math.round(report.battery01 * 100)) })}
          </Fact>
        )}
      </FactList>
      <Switch
        label={t('link.tab.wifi')}
        hint={t('link.tab.wifi.hint')}
        checked={networkUp}
        onChange={emulator.setNetwork}
      />
      {model !== 'oh' && (
        <Switch
          label={t('link.tab.blocked')}
          hint={t('link.tab.blocked.hint')}
          checked={sliderBlocked}
          onChange={emulator.setSliderBlocked}
        />
      )}
    </>
  );
}

function Strip({ emulator }: { emulator: Emulator }) {
  const { t } = useTexts();
  const time = useClock();
  useEffect(() => emulator.position.watch(), [emulator]);
  const read = useCallback(() => {
    const sample = emulator.position.now();
    return sample && { ...sample, windowMin01: 0, windowMax01: 1 };
  }, [emulator]);
  return (
    <div className={styles['strip']}>
      <PositionStrip read={read} time={time} label={t('strip.label')} />
    </div>
  );
}
