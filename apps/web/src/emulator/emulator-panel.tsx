import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { modeName } from '../device/session/motion.ts';
import { useTexts } from '../i18n/text.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Fact, FactList } from '../ui/facts.tsx';
import { Dot } from '../ui/pill.tsx';
import { Select } from '../ui/select.tsx';
import type { Emulator } from './emulator.ts';
import { EmulatorButtons } from './emulator-buttons.tsx';
import { EmulatorFaultControls } from './emulator-fault-controls.tsx';
import styles from './emulator-panel.module.css';
import { EMULATED_MODEL_OPTIONS, EMULATOR_START_FAILURE_TEXTS, emulatorStatusText } from './emulator-texts.ts';

interface EmulatorPanelProps {
  emulator: Emulator;
  /** A drawing of it, shown while it runs. */
  drawing?: ReactNode;
  /** Receives its connection key once it has started. */
  onStarted?: (connectionKey: string) => void;
  /** Buttons and faults are folded away: for the side of a page. */
  compact?: boolean;
}

/**
 * Controls of the virtual device of this tab: switch it on and off, read its state, press its buttons, cause its faults. Its
 * texts are the part `emulator`.
 */
export function EmulatorPanel({ emulator, drawing, onStarted, compact = false }: EmulatorPanelProps) {
  const { t } = useTexts();
  const { phase, report, fault, model } = useStore(emulator.state);
  const words = emulatorStatusText({ phase, report });
  const on = phase !== 'off' && phase !== 'failed';

  async function start() {
    const key = await emulator.start();
    if (key !== undefined) onStarted?.(key);
  }

  return (
    <div className="column gap-16 shrink">
      <p className="row gap-8 align-center note" role="status">
        <Dot tone={words.tone} />
        {t(words.text)}
      </p>
      {fault !== undefined && (
        <Alert tone="negative" title={t('emulator.failed')}>
          {t(EMULATOR_START_FAILURE_TEXTS[fault])}
        </Alert>
      )}
      <Select
        label={t('emulator.model')}
        options={EMULATED_MODEL_OPTIONS}
        value={model}
        onChange={emulator.chooseModel}
      />
      {on ? (
        <Button wide onClick={emulator.stop}>
          {t('emulator.stop')}
        </Button>
      ) : (
        <Button wide variant="primary" onClick={() => void start()}>
          {t('emulator.start')}
        </Button>
      )}
      {on && drawing}
      {on && (
        <EmulatorReportFacts emulator={emulator}>
          {report?.firmware !== undefined && <Fact name={t('emulator.firmware')}>{report.firmware}</Fact>}
        </EmulatorReportFacts>
      )}
      {on && !compact && <Actions emulator={emulator} />}
      {on && compact && (
        <details className={styles['more']}>
          <summary className={styles['summary']}>{t('emulator.more')}</summary>
          <Actions emulator={emulator} />
        </details>
      )}
    </div>
  );
}

function Actions({ emulator }: { emulator: Emulator }) {
  return (
    <div className={styles['actions']}>
      <EmulatorButtons emulator={emulator} />
      <EmulatorFaultControls emulator={emulator} />
    </div>
  );
}

/** The state that the virtual device has reported last, with further facts after it. */
export function EmulatorReportFacts({ emulator, children }: { emulator: Emulator; children?: ReactNode }) {
  const { t, number } = useTexts();
  const report = useStore(emulator.state, (state) => state.report);
  const mode = modeName(report?.mode);
  return (
    <FactList>
      <Fact name={t('emulator.mode')}>{mode === undefined ? '–' : t(mode)}</Fact>
      {report?.vibration01 !== undefined && (
        <Fact name={t('mode.vibrate')}>
          {t('unit.percent', { value: number(Math.round(report.vibration01 * 100)) })}
        </Fact>
      )}
      {report?.motorCelsius !== undefined && (
        <Fact name={t('emulator.motor')}>{t('emulator.celsius', { value: number(report.motorCelsius) })}</Fact>
      )}
      {report?.battery01 !== undefined && (
        <Fact name={t('emulator.battery')}>
          {t('unit.percent', { value: number(Math.round(report.battery01 * 100)) })}
        </Fact>
      )}
      {children}
    </FactList>
  );
}
