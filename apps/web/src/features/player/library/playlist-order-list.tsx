import { useTexts } from '../../../i18n/text.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconX } from '../../../ui/icons.ts';
import { SortableList } from '../../../ui/sortable-list.tsx';
import type { Playlist } from './library-record.ts';
import type { ListedEntry } from './library-search.ts';
import styles from './playlist-order-list.module.css';

interface PlaylistOrderProps {
  readonly playlist: Playlist;
  readonly entries: readonly ListedEntry[];
  readonly playingId: string | undefined;
  readonly onOrder: (entryIds: readonly string[]) => void;
  readonly onPlay: (id: string) => void;
}

/** The entries of a playlist, put in order by drag or by keyboard: Space picks one up, arrows move it, Space puts it down. */
export function PlaylistOrderList({ playlist, entries, playingId, onOrder, onPlay }: PlaylistOrderProps) {
  const { t } = useTexts();
  const titles = new Map(entries.map(({ entry }) => [entry.id, entry.title]));
  const ids = playlist.entryIds;
  return (
    <SortableList
      isOrdered
      styles={styles}
      texts={{
        how: t('player.library.order.how'),
        handle: (title) => t('player.library.order.move', { title }),
        announce: (step, title, place) =>
          step === 'taken'
            ? t('player.library.order.up', { title })
            : t('player.library.order.at', { title, place, of: ids.length }),
      }}
      onOrder={(order) => onOrder(order.flatMap((place) => ids[place] ?? []))}
      items={ids.map((id) => {
        const title = titles.get(id) ?? t('player.library.playlist.gone');
        const isPlaying = id === playingId;
        return {
          id,
          name: title,
          content: (
            <>
              <button
                type="button"
                className={styles['title']}
                aria-current={isPlaying || undefined}
                onClick={() => onPlay(id)}
              >
                {title}
              </button>
              <IconButton
                label={t('player.library.order.remove', { title })}
                onClick={() => onOrder(ids.filter((other) => other !== id))}
              >
                <IconX size={20} aria-hidden="true" />
              </IconButton>
            </>
          ),
        };
      })}
    />
  );
}
