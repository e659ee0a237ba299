import type { ReactNode } from 'react';
import { useTexts } from '../../../i18n/text.tsx';
import { Card } from '../../../ui/card.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Switch } from '../../../ui/switch.tsx';
import type { EntryQueue } from '../session/player-handle.ts';
import type { OpenFilms } from '../session/use-open-films.ts';
import type { Player } from '../session/use-player.ts';
import { FileButton } from '../source/file-buttons.tsx';
import { fileNameWithoutExtension } from '../source/file-kind.ts';
import styles from './next-panel.module.css';

/** So many entries after the open one are listed. */
const SHOWN_ENTRIES = 30;

const REPEAT_TEXTS = {
  off: 'player.library.repeat.off',
  all: 'player.library.repeat.all',
  one: 'player.library.repeat.one',
} as const;

interface NextPanelProps {
  readonly player: Player;
  /** Opens the file picker. */
  readonly onChooseFiles: () => void;
}

/** What is played after the open entry: the open films, or the playlist in its present order, its repeat and its shuffle. */
export function NextPanel({ player: { queue, films, steps, loop }, onChooseFiles }: NextPanelProps) {
  const { t } = useTexts();
  if (films !== undefined)
    return (
      <Films films={films} loops={loop}>
        <FileButton onChoose={onChooseFiles} />
      </Films>
    );
  if (queue === undefined) {
    const hasSteps = steps.previous !== undefined || steps.next !== undefined;
    return (
      <Card>
        <FileButton onChoose={onChooseFiles} />
        <p className="note">{t(hasSteps ? 'player.next.none' : 'player.next.choose')}</p>
      </Card>
    );
  }
  const { entries, at } = queue;
  return (
    <Card title={queue.name}>
      {loop && <p className="note">{t('player.library.playlist.waits')}</p>}
      <Segmented<EntryQueue['repeat']>
        label={t('player.library.repeat')}
        options={(['off', 'all', 'one'] as const).map((value) => ({ value, label: t(REPEAT_TEXTS[value]) }))}
        value={queue.repeat}
        onChange={queue.setRepeat}
      />
      <Switch label={t('player.library.shuffle')} checked={queue.shuffle} onChange={queue.setShuffle} />
      <Entries {...{ entries, at }} label={t('player.next.list')} first={at} onJump={queue.jump} />
    </Card>
  );
}

function Films(props: { films: OpenFilms; loops: boolean; children: ReactNode }) {
  const { films, at, jump } = props.films;
  const { t, number } = useTexts();
  const entries = films.map(({ name }) => ({ id: name, title: fileNameWithoutExtension(name) }));
  const title = t('player.next.films');
  return (
    <Card title={title}>
      <p className="note" role="status">
        {t('player.next.place', { at: number(at + 1), of: number(films.length) })}
      </p>
      {!props.loops && <p className="note">{t('player.next.goesOn')}</p>}
      <Entries {...{ entries, at }} label={title} first={films.length > SHOWN_ENTRIES ? at : 0} onJump={jump} />
      {props.children}
    </Card>
  );
}

interface EntriesProps {
  readonly label: string;
  readonly entries: EntryQueue['entries'];
  /** The place of the open one. */
  readonly at: number;
  /** The place of the first one that is listed. */
  readonly first: number;
  readonly onJump: (at: number) => void;
}

function Entries({ label, entries, at, first, onJump }: EntriesProps) {
  const { t } = useTexts();
  const shown = entries.slice(first, first + 1 + SHOWN_ENTRIES);
  const rest = entries.length - first - shown.length;
  return (
    <>
      <ol className="grid gap-4" start={first + 1} aria-label={label}>
        {shown.map(({ id, title }, index) => (
          <li key={id}>
            <button
              type="button"
              className={styles['entry']}
              aria-current={first + index === at || undefined}
              onClick={() => first + index !== at && onJump(first + index)}
            >
              <span className={styles['place']}>{first + index + 1}</span>{' '}
              <span className="shrink break">{title || t('player.library.playlist.gone')}</span>
            </button>
          </li>
        ))}
      </ol>
      {rest > 0 && <p className="note">{t('player.next.more', { count: rest })}</p>}
    </>
  );
}
