import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { IconGripVertical, IconX } from '@tabler/icons-react';
import { useTexts } from '../../../i18n/text.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Playlist } from './library-record.ts';
import type { ListedEntry } from './library-search.ts';
import styles from './playlist-order-list.module.css';

/** A press moves less than this and is no drag, CSS pixels. */
const DRAG_FROM_PX = 4;

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
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_FROM_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const titles = new Map(entries.map(({ entry }) => [entry.id, entry.title]));
  const ids = playlist.entryIds;
  const titleOf = (id: string) => titles.get(id) ?? t('player.library.playlist.gone');
  const place = (id: UniqueIdentifier | undefined) => ids.indexOf(String(id)) + 1;
  const announcement = (id: UniqueIdentifier, at: UniqueIdentifier | undefined) =>
    t('player.library.order.at', { title: titleOf(String(id)), place: place(at ?? id), of: ids.length });
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('player.library.order.up', { title: titleOf(String(active.id)) }),
    onDragOver: ({ active, over }) => announcement(active.id, over?.id),
    onDragEnd: ({ active, over }) => announcement(active.id, over?.id),
    onDragCancel: ({ active }) => announcement(active.id, undefined),
  };

  function drop({ active, over }: DragEndEvent): void {
    if (over && active.id !== over.id) onOrder(arrayMove([...ids], place(active.id) - 1, place(over.id) - 1));
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('player.library.order.how') } }}
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
        <ol className={styles['list']}>
          {ids.map((id) => (
            <OrderedEntry
              key={id}
              id={id}
              title={titleOf(id)}
              isPlaying={id === playingId}
              onPlay={() => onPlay(id)}
              onRemove={() => onOrder(ids.filter((other) => other !== id))}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

interface OrderedEntryProps {
  readonly id: string;
  readonly title: string;
  readonly isPlaying: boolean;
  readonly onPlay: () => void;
  readonly onRemove: () => void;
}

function OrderedEntry({ id, title, isPlaying, onPlay, onRemove }: OrderedEntryProps) {
  const { t } = useTexts();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  });
  return (
    <li
      ref={setNodeRef}
      className={styles['entry']}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      data-dragging={isDragging || undefined}
      data-playing={isPlaying || undefined}
    >
      <button
        ref={setActivatorNodeRef}
        type="button"
        className={styles['grip']}
        data-handle="entry"
        aria-label={t('player.library.order.move', { title })}
        aria-describedby={attributes['aria-describedby']}
        {...listeners}
      >
        <IconGripVertical size={20} aria-hidden="true" />
      </button>
      <button type="button" className={styles['title']} aria-current={isPlaying || undefined} onClick={onPlay}>
        {title}
      </button>
      <IconButton label={t('player.library.order.remove', { title })} onClick={onRemove}>
        <IconX size={20} aria-hidden="true" />
      </IconButton>
    </li>
  );
}
