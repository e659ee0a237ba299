import { type BeatLeg, COLUMNS_PER_BEAT, gridLevels } from '@tactus/motion';
import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react';
import { useTexts } from '../../i18n/text.tsx';
import { classNames } from '../../ui/class-names.ts';
import { clampRounded } from '../../ui/fader-keys.ts';
import { type Drag, useDrag } from '../../ui/use-drag.ts';
import { BeatCurveOverlay } from './beat-curve-overlay.tsx';
import type { PlayableBeat } from './beat-editor.ts';
import styles from './beat-grid.module.css';
import { type BrushPosition, levelsAfterBrushStroke } from './brush.ts';
import { rateJumpsToColumns, type SpeedRating } from './speed-rating.ts';

interface BeatGridProps {
  beat: PlayableBeat;
  legs: readonly BeatLeg[];
  /** The top speed of the device, per cent of the stroke a second; undefined while unknown. */
  maxSpeed: number | undefined;
  /** The height of a row, px. */
  rowHeight: number;
  /** The column that plays now, with its fraction; undefined while nothing plays. Pass the same function every time. */
  readColumn: () => number | undefined;
  onPaint: (levels: PlayableBeat['levels']) => void;
}

/**
 * The grid: time from left to right, level upwards, one level a column. A hand paints by dragging, a finger that
 * begins up or down scrolls the page unless it rests first; by keyboard the arrows
 * move, space sets or empties, Delete empties the column.
 */
export function BeatGrid({ beat, legs, maxSpeed, rowHeight, readColumn, onPaint }: BeatGridProps) {
  const { t, number } = useTexts();
  const grid = useRef<HTMLDivElement>(null);
  const brush = useRef<BrushPosition>(undefined);
  const [draft, setDraft] = useState<PlayableBeat['levels']>();
  const [at, setAt] = useState({ column: 0, row: 0 });
  const levels = draft ?? beat.levels;
  const downwards = [...gridLevels(beat.height)].reverse();
  const columns = levels.length;
  const focused = { column: Math.min(at.column, columns - 1), row: Math.min(at.row, beat.height - 1) };
  const tones = rateJumpsToColumns(legs, beat, maxSpeed);

  function placeOf({ point, size }: Drag) {
    return {
      column: clampRounded((point.x / size.width) * columns - 0.5, 0, columns - 1),
      row: clampRounded((point.y / size.height) * beat.height - 0.5, 0, beat.height - 1),
    };
  }

  function paint(drag: Drag, from: BrushPosition): PlayableBeat['levels'] {
    const place = placeOf(drag);
    const to = { ...from, column: place.column, level: downwards[place.row] ?? from.level };
    const next = levelsAfterBrushStroke({ levels, height: beat.height, from, to });
    brush.current = to;
    setDraft(next);
    return next;
  }

  const { hand, byHandle } = useDrag(
    'both',
    {
      onStart(drag) {
        const place = placeOf(drag);
        const level = downwards[place.row];
        const erases = level !== undefined && levels[place.column] === level;
        setAt(place);
        brush.current = { erases, column: place.column, level: level ?? 0 };
        // A resting finger has painted nothing yet: it may be lifted elsewhere.
        if (drag.pointer === 'mouse') paint(drag, brush.current);
      },
      onMove: (drag) => brush.current && paint(drag, brush.current),
      onEnd(drag) {
        if ((drag.kind === 'tap' || drag.kind === 'drag') && brush.current) onPaint(paint(drag, brush.current));
        setDraft(undefined);
      },
    },
    { surface: grid },
  );

  function onKeyDown(event: KeyboardEvent) {
    const moved = movedBy(event.key, focused, { columns, rows: beat.height });
    const level = event.key === ' ' || event.key === 'Enter' ? downwards[focused.row] : undefined;
    const empties = event.key === 'Delete' || event.key === 'Backspace';
    if (!moved && level === undefined && !empties) return;
    event.preventDefault();
    if (moved) {
      setAt(moved);
      grid.current?.querySelector<HTMLElement>(`[data-place="${moved.column} ${moved.row}"]`)?.focus();
    } else {
      const next = level === levels[focused.column] ? undefined : level;
      onPaint(levels.map((old, column) => (column === focused.column ? next : old)));
    }
  }

  return (
    <div
      className={styles['frame']}
      // React's types have no custom properties.
      style={{ '--columns': columns, '--rows': beat.height, '--row-height': `${rowHeight}px` } as CSSProperties}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot be painted on; rows and cells have their roles. */}
      <div
        ref={grid}
        role="grid"
        aria-label={t('beatbox.grid')}
        tabIndex={-1}
        className={styles['grid']}
        data-by-handle={byHandle || undefined}
        {...hand}
        onFocus={({ target }) => {
          const [column, row] = (target.dataset['place'] ?? '').split(' ').map(Number);
          if (column !== undefined && row !== undefined) setAt({ column, row });
        }}
        onKeyDown={onKeyDown}
      >
        {downwards.map((level, row) => (
          // biome-ignore lint/a11y/useSemanticElements: see the grid.
          // biome-ignore lint/a11y/useFocusableInteractive: its cells are focused.
          <div key={level} role="row" className={styles['row']}>
            {levels.map((set, column) => (
              // biome-ignore lint/a11y/useSemanticElements: see the grid.
              <div
                // biome-ignore lint/suspicious/noArrayIndexKey: a column has nothing but its place.
                key={column}
                role="gridcell"
                tabIndex={focused.column === column && focused.row === row ? 0 : -1}
                aria-selected={set === level}
                data-place={`${column} ${row}`}
                aria-label={t(NAMES[set === level ? (tones[column] ?? 'ok') : 'empty'], {
                  column: number(column + 1),
                  level: number(level),
                })}
                className={classNames(styles['cell'], column % COLUMNS_PER_BEAT === 0 && styles['onBeat'])}
                data-set={set === level || undefined}
                data-under={(set !== undefined && level < set) || undefined}
                data-tone={set === level ? tones[column] : undefined}
              />
            ))}
          </div>
        ))}
        <BeatCurveOverlay beat={{ ...beat, levels }} readColumn={readColumn} />
      </div>
    </div>
  );
}

const NAMES = {
  empty: 'beatbox.cell',
  ok: 'beatbox.cell.set',
  near: 'beatbox.cell.near',
  'too-fast': 'beatbox.cell.tooFast',
} as const satisfies Record<SpeedRating | 'empty', string>;

interface Place {
  readonly column: number;
  readonly row: number;
}

function movedBy(key: string, { column, row }: Place, { columns, rows }: { columns: number; rows: number }) {
  switch (key) {
    case 'ArrowLeft':
      return { column: Math.max(0, column - 1), row };
    case 'ArrowRight':
      return { column: Math.min(columns - 1, column + 1), row };
    case 'ArrowUp':
      return { column, row: Math.max(0, row - 1) };
    case 'ArrowDown':
      return { column, row: Math.min(rows - 1, row + 1) };
    case 'PageUp':
      return { column, row: 0 };
    case 'PageDown':
      return { column, row: rows - 1 };
    case 'Home':
      return { column: 0, row };
    case 'End':
      return { column: columns - 1, row };
    default:
      return undefined;
  }
}
