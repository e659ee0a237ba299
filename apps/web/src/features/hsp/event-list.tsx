import { useStore } from 'zustand';
import { useTexts } from '../../i18n/text.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { StreamEventLog } from './event-log.ts';
import styles from './hsp-page.module.css';

/** The calls and events, newest first, in seconds since the page was opened. */
export function StreamEventList({ log }: { log: StreamEventLog }) {
  const { t, number } = useTexts();
  const events = useStore(log.state);
  return (
    <Card title={t('hsp.log')} aside={<Button onClick={log.clear}>{t('hsp.log.clear')}</Button>}>
      {events.length === 0 ? (
        <p className="note">{t('hsp.log.empty')}</p>
      ) : (
        <ol className={styles['log']}>
          {events.map(({ id, atMs, what, detail }) => (
            <li key={id}>
              <span className={styles['at']}>{number((atMs - log.startMs) / 1_000, 2)}</span>
              <span>
                <code>{what}</code>
                {detail !== '' && <span className="muted break">{detail}</span>}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
