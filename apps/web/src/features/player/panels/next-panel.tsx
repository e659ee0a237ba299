import { useTexts } from '../../../i18n/text.tsx';
import { Card } from '../../../ui/card.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Switch } from '../../../ui/switch.tsx';
import type { EntryQueue } from '../session/player-handle.ts';
import type { Player } from '../session/use-player.ts';
import styles from './next-panel.module.css';

/** So many entries after the open one are listed. */
const SHOWN_ENTRIES = 30;

const REPEAT_TEXTS = {
  off: 'player.library.repeat.off',
  all: 'player.library.repeat.all',
  one: 'player.library.repeat.one',
} as const;

/** What is played after the open entry: the playlist in its present order, its repeat and its shuffle. */
export function NextPanel({ player: { queue, loop } }: { player: Player }) {
  const { t } = useTexts();
  if (queue === undefined)
    return (
      <Card>
        <p className={styles['note']}>{t('player.next.none')}</p>
      </Card>
    );
  return (
    <Card title={queue.name}>
      {loop && <p className={styles['note']}>{t('player.library.playlist.waits')}</p>}
      <Segmented<EntryQueue['repeat']>
        label={t('player.library.repeat')}
        options={(['off', 'all', 'one'] as const).map((value) => ({ value, label: t(REPEAT_TEXTS[value]) }))}
        value={queue.repeat}
        onChange={queue.setRepeat}
      />
      <Switch label={t('player.library.shuffle')} checked={queue.shuffle} onChange={queue.setShuffle} />
      <Upcoming queue={queue} />
    </Card>
  );
}

function Upcoming({ queue: { entries, at, jump } }: { queue: EntryQueue }) {
  const { t } = useTexts();
  const shown = entries.slice(at, at + 1 + SHOWN_ENTRIES);
  const rest = entries.length - at - shown.length;
  return (
    <>
      <ol className={styles['list']} start={at + 1} aria-label={t('player.next.list')}>
        {shown.map(({ id, title }, index) => (
          <li key={id}>
            <button
              type="button"
              className={styles['entry']}
              aria-current={index === 0 || undefined}
              onClick={() => index > 0 && jump(at + index)}
            >
              <span className={styles['place']}>{at + index + 1}</span>{' '}
              <span className={styles['title']}>{title || t('player.library.playlist.gone')}</span>
            </button>
          </li>
        ))}
      </ol>
      {rest > 0 && <p className={styles['note']}>{t('player.next.more', { count: rest })}</p>}
    </>
  );
}
