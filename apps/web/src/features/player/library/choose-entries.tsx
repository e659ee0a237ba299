import { useShowError } from '../../../device/session/use-show-error.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/button.tsx';
import { AddToPlaylist } from './add-to-playlist.tsx';
import styles from './library-panel.module.css';
import type { ListedEntry } from './library-search.ts';
import type { LibraryStore } from './library-store.ts';
import { RemoveButton } from './remove-button.tsx';

interface ChooseEntriesProps {
  readonly store: LibraryStore;
  /** The entries that the list shows. */
  readonly found: readonly ListedEntry[];
  /** The ids of the chosen entries. */
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (ids: ReadonlySet<string>) => void;
  readonly onDone: () => void;
}

/** What can be done with the chosen entries: added to a playlist, or removed. */
export function ChooseEntries({ store, found, chosen, onChoose, onDone }: ChooseEntriesProps) {
  const { t, number } = useTexts();
  const report = useShowError();
  const count = chosen.size;
  const isAll = found.every(({ entry }) => chosen.has(entry.id));

  return (
    <section className={styles['choice']} aria-label={t('player.library.choose')}>
      <div className={styles['actions']}>
        <p className={styles['count']} role="status">
          {t('player.library.chosen', { count })}
        </p>
        <Button
          disabled={found.length === 0}
          onClick={() => onChoose(isAll ? new Set() : new Set([...chosen, ...found.map(({ entry }) => entry.id)]))}
        >
          {isAll ? t('player.library.choose.none') : t('player.library.choose.all', { count: number(found.length) })}
        </Button>
        <Button onClick={onDone}>{t('player.library.choose.done')}</Button>
      </div>
      {count > 0 && (
        <>
          <AddToPlaylist store={store} ids={[...chosen]} />
          <div className={styles['actions']}>
            <RemoveButton
              label={t('player.library.remove')}
              confirm={t('player.library.remove.several', { count })}
              onRemove={() => store.remove([...chosen]).then(onDone, report)}
            />
          </div>
        </>
      )}
    </section>
  );
}
