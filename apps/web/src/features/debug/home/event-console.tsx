import { useState } from 'react';
import { useDevice } from '../../../device/session/device-context.tsx';
import type { MessageKey } from '../../../i18n/catalogs.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { IconDownload, IconPlayerPause, IconPlayerPlay, IconTrash } from '../../../ui/icons.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import styles from '../debug.module.css';
import { type EventFilter, eventLineOf, filterTraceEntries } from '../recorder/event-lines.ts';
import { usePausableTrace } from './use-trace.ts';

/** The most lines shown: more would only be slow. */
const SHOWN = 200;

const KINDS: readonly { value: EventFilter; label: MessageKey }[] = [
  { value: 'all', label: 'debug.events.all' },
  { value: 'commands', label: 'debug.events.commands' },
  { value: 'events', label: 'debug.events.events' },
  { value: 'connection', label: 'debug.events.connection' },
  { value: 'clock', label: 'debug.events.clock' },
];

/** The calls, answers and events, newest first; can be filtered, paused and exported. */
export function EventConsole() {
  const { t, number } = useTexts();
  const device = useDevice();
  const [kind, setKind] = useState<EventFilter>('all');
  const [text, setText] = useState('');
  const [paused, setPaused] = useState(false);
  const [clearedSeq, setClearedSeq] = useState(0);
  const entries = usePausableTrace(paused);
  const found = filterTraceEntries(entries, { kind, text }).filter(({ seq }) => seq > clearedSeq);
  const startMs = entries[0]?.atMs ?? 0;

  function save() {
    saveFile('tactus-events.json', JSON.stringify({ ...device.trace.export(), entries: found }, undefined, 1));
  }

  return (
    <Card title={t('debug.events')} aside={<span className="note">{countText()}</span>}>
      <div className={styles['columns']}>
        <Select
          label={t('debug.events.kind')}
          options={KINDS.map(({ value, label }) => ({ value, label: t(label) }))}
          value={kind}
          onChange={setKind}
        />
        <TextField
          label={t('debug.events.filter')}
          type="search"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </div>
      <div className="row wrap gap-10">
        <Button
          aria-pressed={paused}
          icon={
            paused ? <IconPlayerPlay size={18} aria-hidden="true" /> : <IconPlayerPause size={18} aria-hidden="true" />
          }
          onClick={() => setPaused(!paused)}
        >
          {t(paused ? 'debug.events.resume' : 'debug.events.pause')}
        </Button>
        <Button icon={<IconDownload size={18} aria-hidden="true" />} disabled={found.length === 0} onClick={save}>
          {t('debug.events.export')}
        </Button>
        <Button
          icon={<IconTrash size={18} aria-hidden="true" />}
          disabled={found.length === 0}
          onClick={() => setClearedSeq(entries.at(-1)?.seq ?? 0)}
        >
          {t('debug.events.clear')}
        </Button>
      </div>
      {found.length === 0 ? (
        <p className={styles['text']}>{t('debug.events.empty')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be scrolled by keys too
        <ol className={styles['list']} tabIndex={0} aria-label={t('debug.events')}>
          {found
            .slice(-SHOWN)
            .toReversed()
            .map((entry) => {
              const { sign, what, detail } = eventLineOf(entry);
              return (
                <li key={entry.seq} className={styles['line']}>
                  <span className={styles['at']}>{number((entry.atMs - startMs) / 1_000, 2)}</span>
                  <span>
                    <code>
                      {sign} {what} <span className="note">#{entry.seq}</span>
                    </code>
                    {detail !== '' && <span className={styles['detail']}>{detail}</span>}
                  </span>
                </li>
              );
            })}
        </ol>
      )}
    </Card>
  );

  function countText(): string {
    return t('debug.events.count', { shown: number(Math.min(found.length, SHOWN)), all: number(entries.length) });
  }
}
