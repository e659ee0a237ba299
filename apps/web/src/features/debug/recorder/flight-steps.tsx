import { replayTraceState } from '@tactus/sdk';
import { useState } from 'react';
import { useTexts } from '../../../i18n/text.tsx';
import { Card } from '../../../ui/card.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import {
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
} from '../../../ui/icons.ts';
import styles from '../debug.module.css';
import { eventLineOf } from './event-lines.ts';
import type { FlightRecording } from './flight.ts';
import own from './recorder.module.css';
import { STATE_FACT_TEXTS } from './state-fact-texts.ts';
import { stableFactsOf } from './state-facts.ts';

/** How many lines before and after the selected one are shown. */
const AROUND = 4;

/** A recording line by line, and the state of the device after each. */
export function FlightSteps({ flight }: { flight: FlightRecording }) {
  const { t, number } = useTexts();
  const { entries } = flight.trace;
  const last = entries.length - 1;
  const [at, setAt] = useState(Math.max(0, last));
  const entry = entries[at];
  const startMs = entries[0]?.atMs ?? 0;
  const go = (index: number) => setAt(Math.min(last, Math.max(0, index)));
  if (!entry) return <Card title={t('debug.flight.steps')}>{t('debug.events.empty')}</Card>;
  const before = stableFactsOf(replayTraceState(entries.slice(0, at)));
  const facts = stableFactsOf(replayTraceState(entries.slice(0, at + 1)));
  const place = t('debug.flight.place', {
    at: number(at + 1),
    all: number(entries.length),
    seconds: number((entry.atMs - startMs) / 1_000, 2),
  });
  return (
    <Card title={t('debug.flight.steps')} aside={<span className="note">{place}</span>}>
      <div className="row gap-4 align-center">
        <IconButton label={t('debug.flight.first')} disabled={at === 0} onClick={() => go(0)}>
          <IconPlayerSkipBack size={20} aria-hidden="true" />
        </IconButton>
        <IconButton label={t('debug.flight.back')} disabled={at === 0} onClick={() => go(at - 1)}>
          <IconPlayerTrackPrev size={20} aria-hidden="true" />
        </IconButton>
        <input
          className={own['range']}
          type="range"
          min={0}
          max={last}
          value={at}
          aria-label={t('debug.flight.step')}
          aria-valuetext={place}
          onChange={(event) => go(event.currentTarget.valueAsNumber)}
        />
        <IconButton label={t('debug.flight.on')} disabled={at === last} onClick={() => go(at + 1)}>
          <IconPlayerTrackNext size={20} aria-hidden="true" />
        </IconButton>
        <IconButton label={t('debug.flight.last')} disabled={at === last} onClick={() => go(last)}>
          <IconPlayerSkipForward size={20} aria-hidden="true" />
        </IconButton>
      </div>
      <div className={styles['columns']}>
        <ol className={own['lines']}>
          {entries.slice(Math.max(0, at - AROUND), at + AROUND + 1).map((one) => {
            const { sign, what, detail } = eventLineOf(one);
            return (
              <li key={one.seq} className={own['line']} aria-current={one === entry ? 'step' : undefined}>
                <code>
                  {sign} {what}
                </code>
                {detail !== '' && <span className={own['detail']}>{detail}</span>}
              </li>
            );
          })}
        </ol>
        <div className={styles['scroller']}>
          <table className={styles['table']}>
            <caption className={own['caption']}>{t('debug.flight.known')}</caption>
            <tbody>
              {facts.map(({ name, text }, index) => (
                <tr key={name}>
                  <th scope="row">{t(STATE_FACT_TEXTS[name])}</th>
                  <td className={text === before[index]?.text ? undefined : own['changed']}>
                    <code>{text}</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </Card>
  );
}
