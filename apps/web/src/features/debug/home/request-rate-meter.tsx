import type { TraceEntry } from '@tactus/sdk';
import { useEffect, useState } from 'react';
import { useDevice } from '../../../device/session/device-context.tsx';
import { useTexts } from '../../../i18n/text.tsx';
import { Card } from '../../../ui/card.tsx';
import { Fact, FactList } from '../../../ui/facts.tsx';
import { useClock } from '../../../ui/time-context.tsx';
import styles from '../debug.module.css';
import { usePausableTrace } from './use-trace.ts';

const POLL_EVERY_MS = 500;
const MINUTE_MS = 60_000;
const MOST_CALLS = 5;

/** The requests of the last minute against the cloud's rate limit. */
export function RequestRateMeter() {
  const { t, number } = useTexts();
  const device = useDevice();
  const time = useClock();
  const [now, setNow] = useState(() => ({ ...device.budget.headroom(), atMs: time.now() }));
  useEffect(
    () => time.every(POLL_EVERY_MS, () => setNow({ ...device.budget.headroom(), atMs: time.now() })),
    [device, time],
  );
  const calls = callsSince(usePausableTrace(), now.atMs - MINUTE_MS);
  const share = Math.min(1, now.used / now.limit);
  return (
    <Card title={t('debug.requests')} aside={<span className="note">{t('debug.requests.minute')}</span>}>
      <div className={styles['meter']} aria-hidden="true">
        <div className={styles['meterFill']} style={{ width: `${share * 100}%` }} />
      </div>
      <FactList>
        <Fact name={t('debug.requests.sent')}>
          {t('debug.requests.of', { used: number(now.used), limit: number(now.limit) })}
        </Fact>
        <Fact name={t('debug.requests.left')}>{number(now.left)}</Fact>
        {calls.map(([call, count]) => (
          <Fact key={call} name={call}>
            {number(count)}
          </Fact>
        ))}
      </FactList>
    </Card>
  );
}

/** The most frequent calls since a moment, with their counts. */
function callsSince(entries: readonly TraceEntry[], sinceMs: number): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const entry of entries) {
    if (entry.kind !== 'command' || entry.atMs < sinceMs) continue;
    counts.set(entry.call, (counts.get(entry.call) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a).slice(0, MOST_CALLS);
}
