import { replayTraceState } from '@tactus/sdk';
import { useState } from 'react';
import { messageOfThrown } from '../../../device/session/log.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import styles from '../debug.module.css';
import { Failure } from '../failure.tsx';
import type { FlightRecording } from './flight.ts';
import own from './recorder.module.css';
import { STATE_FACT_TEXTS } from './state-fact-texts.ts';
import { type ComparedFact, compareStates } from './state-facts.ts';

interface Outcome {
  readonly facts: readonly ComparedFact[];
  /** Calls of the recording that a device alone cannot answer. */
  readonly left: readonly string[];
}

/** Replays the recorded commands and faults against a modelled device, and compares the final states. */
export function FlightReplay({ flight }: { flight: FlightRecording }) {
  const { t } = useTexts();
  const [outcome, setOutcome] = useState<Outcome>();
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function replay() {
    setRunning(true);
    setFailure(undefined);
    try {
      // The modelled device is loaded at the first replay.
      const { replayTrace } = await import('../../../emulator/replay-trace.ts');
      const { modelNo, firmware } = flight.device;
      const { entries, left } = await replayTrace(flight.trace, { modelNo, firmware });
      setOutcome({ facts: compareStates(replayTraceState(flight.trace.entries), replayTraceState(entries)), left });
    } catch (error) {
      setFailure(messageOfThrown(error));
    }
    setRunning(false);
  }

  const differing = outcome?.facts.filter(({ same }) => !same).length ?? 0;
  return (
    <Card title={t('debug.replay')}>
      <p className={styles['text']}>{t('debug.replay.text')}</p>
      <div className="row wrap gap-10">
        <Button busy={running} onClick={() => void replay()}>
          {t(running ? 'debug.replay.running' : 'debug.replay.run')}
        </Button>
      </div>
      <Failure title={t('debug.replay.failed')} text={failure} />
      <p role="status" className={differing === 0 ? styles['good'] : styles['bad']}>
        {outcome !== undefined && t(differing === 0 ? 'debug.replay.same' : 'debug.replay.differs')}
      </p>
      {outcome !== undefined && (
        <>
          {outcome.left.length > 0 && (
            <Alert tone="info" title={t('debug.replay.left')}>
              {outcome.left.join(', ')}
            </Alert>
          )}
          <div className={styles['scroller']}>
            <table className={styles['table']}>
              <thead>
                <tr>
                  <th scope="col">{t('debug.replay.fact')}</th>
                  <th scope="col">{t('debug.replay.recorded')}</th>
                  <th scope="col">{t('debug.replay.replayed')}</th>
                </tr>
              </thead>
              <tbody>
                {outcome.facts.map(({ name, recorded, replayed, same }) => (
                  <tr key={name}>
                    <th scope="row">{t(STATE_FACT_TEXTS[name])}</th>
                    <td>
                      <code>{recorded}</code>
                    </td>
                    <td className={same ? undefined : own['changed']}>
                      <code>{same ? '=' : replayed}</code>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </Card>
  );
}
