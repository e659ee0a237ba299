import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
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
import { IconGripVertical } from '@tabler/icons-react';
import { type ReactNode, useCallback } from 'react';
import { useTexts } from '../../i18n/text.tsx';
import { useFocusNextOnRemoval } from '../../ui/removable-row.tsx';
import styles from './sortable-list.module.css';

interface SortableItem {
  /** An item of the list. */
  readonly id: string;
  /** Its name, announced while it is moved. */
  readonly name: string;
  readonly content: ReactNode;
}

interface SortableListProps {
  label: string;
  items: readonly SortableItem[];
  /** The old places of the items, in their new order. */
  onOrder: (order: readonly number[]) => void;
}

/** A list whose rows are moved by dragging, or by keyboard: space takes a row up, the arrows move it, space lets it go. */
export function SortableList({ label, items, onOrder }: SortableListProps) {
  const { t, number } = useTexts();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const placeOf = (id: unknown) => items.findIndex((item) => item.id === id);
  const announcement = (id: unknown) => ({ what: items[placeOf(id)]?.name ?? '', place: number(placeOf(id) + 1) });
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('beatbox.sort.taken', announcement(active.id)),
    onDragOver: ({ active, over }) =>
      t('beatbox.sort.over', { ...announcement(active.id), place: number(placeOf(over?.id ?? active.id) + 1) }),
    onDragEnd: ({ active, over }) =>
      t('beatbox.sort.dropped', { ...announcement(active.id), place: number(placeOf(over?.id ?? active.id) + 1) }),
    onDragCancel: ({ active }) => t('beatbox.sort.cancelled', announcement(active.id)),
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('beatbox.sort.how') } }}
      onDragEnd={({ active, over }) => {
        const [from, to] = [placeOf(active.id), placeOf(over?.id)];
        if (to >= 0 && from !== to) onOrder(arrayMove([...items.keys()], from, to));
      }}
    >
      <SortableContext items={items.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ul className="grid gap-8" aria-label={label}>
          {items.map((item) => (
            <Row key={item.id} item={item} />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

function Row({ item }: { item: SortableItem }) {
  const { t } = useTexts();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: item.id,
    attributes: { roleDescription: t('beatbox.sort.role') },
  });
  // A button in the row may remove it.
  const leaving = useFocusNextOnRemoval<HTMLLIElement>();
  const row = useCallback(
    (element: HTMLLIElement | null) => {
      leaving.current = element;
      setNodeRef(element);
    },
    [leaving, setNodeRef],
  );
  return (
    <li
      ref={row}
      tabIndex={-1}
      className={styles['row']}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        ref={setActivatorNodeRef}
        type="button"
        className={styles['handle']}
        data-handle="row"
        {...attributes}
        {...listeners}
        aria-label={t('beatbox.sort.handle', { what: item.name })}
      >
        <IconGripVertical size={20} aria-hidden="true" />
      </button>
      {item.content}
    </li>
  );
}
