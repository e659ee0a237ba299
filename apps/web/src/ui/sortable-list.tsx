import {
  closestCenter,
  DndContext,
  type DragOverEvent,
  KeyboardSensor,
  PointerSensor,
  useDndContext,
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
import { type ReactNode, useCallback } from 'react';
import { IconGripVertical } from './icons.ts';
import { useFocusNextOnRemoval } from './removable-row.tsx';

/** A press moves less than this and is no drag, CSS pixels. */
const DRAG_FROM_PX = 4;

interface SortableItem {
  readonly id: string;
  /** Its name, announced while it is moved. */
  readonly name: string;
  readonly content: ReactNode;
}

interface SortableTexts {
  /** How a row is moved by keyboard. */
  readonly how: string;
  /** The kind of element that a handle is; left out: a button. */
  readonly role?: string;
  /** The name of the handle of a row. */
  readonly handle: (name: string) => string;
  /** What is announced while a row is moved; places count from 1. */
  readonly announce: (step: 'taken' | 'over' | 'dropped' | 'cancelled', name: string, place: number) => string;
}

interface RowProps {
  readonly texts: SortableTexts;
  readonly styles: Readonly<Record<string, string>>;
}

interface SortableListProps extends RowProps {
  /** The rows are numbered by their order. */
  readonly isOrdered?: boolean;
  readonly label?: string;
  readonly items: readonly SortableItem[];
  /** The old places of the items, in their new order. */
  readonly onOrder: (order: readonly number[]) => void;
}

/** A list whose rows are moved by dragging, or by keyboard: space takes a row up, the arrows move it, space lets it go. */
export function SortableList({ isOrdered = false, label, items, onOrder, ...row }: SortableListProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_FROM_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const List = isOrdered ? 'ol' : 'ul';
  const { announce, how } = row.texts;
  const placeOf = (id: unknown) => items.findIndex((item) => item.id === id);
  const announcer =
    (step: Parameters<typeof announce>[0]) =>
    ({ active, over }: Pick<DragOverEvent, 'active'> & Partial<DragOverEvent>) =>
      announce(step, items[placeOf(active.id)]?.name ?? '', placeOf(over?.id ?? active.id) + 1);
  const announcements = {
    onDragStart: announcer('taken'),
    onDragOver: announcer('over'),
    onDragEnd: announcer('dropped'),
    onDragCancel: ({ active }: DragOverEvent) => announcer('cancelled')({ active }),
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: how } }}
      onDragEnd={({ active, over }) => {
        const [from, to] = [placeOf(active.id), placeOf(over?.id)];
        if (to >= 0 && from !== to) onOrder(arrayMove([...items.keys()], from, to));
      }}
    >
      <SortableContext items={items.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <List className={row.styles['list']} aria-label={label}>
          {items.map((item) => (
            <Row key={item.id} item={item} {...row} />
          ))}
        </List>
      </SortableContext>
    </DndContext>
  );
}

function Row({ item, texts, styles }: RowProps & { readonly item: SortableItem }) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging, items } =
    useSortable({
      id: item.id,
      ...(texts.role && { attributes: { roleDescription: texts.role } }),
    });
  const { droppableRects } = useDndContext();
  // A row below the last one would make the list longer, which then scrolls after it without an end.
  function withinList(moved: NonNullable<typeof transform>) {
    const [first, own, last] = [items[0], item.id, items.at(-1)].map((id = '') => droppableRects.get(id));
    if (!first || !own || !last) return moved;
    const y = Math.min(last.bottom - own.bottom, Math.max(first.top - own.top, moved.y));
    return { ...moved, x: 0, y };
  }
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
      style={{
        transform: CSS.Translate.toString(isDragging && transform ? withinList(transform) : transform),
        transition,
      }}
    >
      <button
        ref={setActivatorNodeRef}
        type="button"
        className={styles['handle']}
        data-handle="row"
        {...(texts.role ? attributes : { 'aria-describedby': attributes['aria-describedby'] })}
        {...listeners}
        aria-label={texts.handle(item.name)}
      >
        <IconGripVertical size={20} aria-hidden="true" />
      </button>
      {item.content}
    </li>
  );
}
