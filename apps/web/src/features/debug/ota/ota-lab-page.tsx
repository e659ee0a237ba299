import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { messageOfThrown } from '../../../device/session/log.ts';
import { emulatorStatusText } from '../../../emulator/emulator-texts.ts';
import type { MessageKey } from '../../../i18n/catalogs.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Fact, FactList } from '../../../ui/facts.tsx';
import styles from '../debug.module.css';
import { Failure } from '../failure.tsx';
import own from './ota.module.css';
import { runUpdateToOutcome, UPDATE_OUTCOMES, type UpdateOutcome, type UpdateOutcomeResult } from './ota-outcomes.ts';
import { useOtaLab } from './use-ota-lab.ts';

const NAMES: Readonly<Record<UpdateOutcome, MessageKey>> = {
  success: 'debug.ota.success',
  fails: 'debug.ota.fails',
  lost: 'debug.ota.lost',
  same: 'debug.ota.same',
  unknown: 'debug.ota.unknown',
  none: 'debug.ota.none',
  legacy: 'debug.ota.legacy',
};

/** Drives updates of the virtual device of this tab to every possible outcome. */
export function OtaLabPage() {
  const { t, number } = useTexts();
  const lab = useOtaLab();
  const ota = useStore(lab.device.store, (state) => state.ota);
  const info = useStore(lab.device.store, (state) => state.info);
  const { phase, report } = useStore(lab.emulator.state);
  const [running, setRunning] = useState<UpdateOutcome>();
  const [verdicts, setVerdicts] = useState<{ readonly [Of in UpdateOutcome]?: UpdateOutcomeResult }>({});
  const [failure, setFailure] = useState<string>();
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);

  async function run(outcomes: readonly UpdateOutcome[]) {
    const mine = new AbortController();
    abort.current = mine;
    setFailure(undefined);
    try {
      for (const outcome of outcomes) {
        setRunning(outcome);
        setVerdicts((before) => ({ ...before, [outcome]: undefined }));
        const verdict = await runUpdateToOutcome(lab, outcome, mine.signal);
        setVerdicts((before) => ({ ...before, [outcome]: verdict }));
      }
    } catch (error) {
      if (!mine.signal.aborted) setFailure(messageOfThrown(error));
    }
    setRunning(undefined);
  }

  return (
    <div className="column gap-16 shrink">
      <Card
        title={t('debug.ota')}
        aside={
          <span className="note" role="status">
            {t(emulatorStatusText({ phase, report }).text)}
          </span>
        }
      >
        <p className={styles['text']}>{t('debug.ota.text')}</p>
        <Failure title={t('debug.ota.failed')} text={failure} />
        <div
          className={styles['meter']}
          role="progressbar"
          aria-label={t('debug.ota.progress')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(ota.progress * 100)}
        >
          <div className={styles['meterFill']} style={{ width: `${ota.progress * 100}%` }} />
        </div>
        <FactList>
          <Fact name={t('debug.ota.firmware')}>{info?.fw_version ?? '–'}</Fact>
          <Fact name={t('debug.ota.latest')}>{ota.latestFirmwareVersion?.version ?? '–'}</Fact>
          <Fact name={t('debug.ota.progress')}>
            {t('unit.percent', { value: number(Math.round(ota.progress * 100)) })}
          </Fact>
          <Fact name="ongoing">{String(ota.ongoing)}</Fact>
          <Fact name="done">{String(ota.done)}</Fact>
          <Fact name="failed">{String(ota.failed)}</Fact>
        </FactList>
        <div className="row wrap gap-10">
          <Button variant="primary" disabled={running !== undefined} onClick={() => void run(UPDATE_OUTCOMES)}>
            {t('debug.ota.all')}
          </Button>
          {running !== undefined && <Button onClick={() => abort.current?.abort()}>{t('debug.ota.stop')}</Button>}
        </div>
      </Card>
      <Card title={t('debug.ota.outcomes')}>
        <ul className="grid gap-4">
          {UPDATE_OUTCOMES.map((outcome) => (
            <li key={outcome} className={own['outcome']}>
              <span className={own['words']}>
                <span className={own['name']}>{t(NAMES[outcome])}</span>
                <span role="status" className="note">
                  <VerdictText verdict={verdicts[outcome]} running={running === outcome} />
                </span>
              </span>
              <Button
                aria-label={t('debug.ota.drive', { outcome: t(NAMES[outcome]) })}
                disabled={running !== undefined}
                onClick={() => void run([outcome])}
              >
                {t('debug.ota.run')}
              </Button>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

function VerdictText({ verdict, running }: { verdict: UpdateOutcomeResult | undefined; running: boolean }) {
  const { t } = useTexts();
  if (running) return t('debug.ota.running');
  if (verdict === undefined) return t('debug.ota.notYet');
  return (
    <>
      <span className={verdict.passed ? styles['good'] : styles['bad']}>
        {t(verdict.passed ? 'debug.ota.asExpected' : 'debug.ota.otherwise')}
      </span>{' '}
      {verdict.saw}
    </>
  );
}
