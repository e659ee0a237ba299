import { gridLevels } from '@tactus/motion';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentBeatOf, withLevels } from './beat-editor.ts';
import { BeatGrid } from './beat-grid.tsx';
import { renderWithEditor } from './testing/render-with-editor.tsx';

/** The size of a cell, px: jsdom has no layout. */
const CELL_PX = 10;

test('a drag paints every column it goes over, also when it is quicker than the page is drawn', async () => {
  const { box } = await renderWithEditor({}, (editor) => (
    <BeatGrid
      {...{ beat: editor.beat, legs: [], maxSpeed: undefined, rowHeight: CELL_PX, readColumn: () => undefined }}
      onPaint={(levels) => editor.draw((now) => withLevels(now, levels))}
    />
  ));
  const grid = screen.getByRole('grid');
  const { levels, height } = currentBeatOf(box());
  const size = { width: levels.length * CELL_PX, height: height * CELL_PX };
  grid.getBoundingClientRect = () => DOMRect.fromRect({ x: 0, y: 0, ...size });
  const at = (column: number) => ({ pointerId: 1, button: 0, clientX: (column + 0.5) * CELL_PX, clientY: CELL_PX / 2 });
  act(() => {
    fireEvent.pointerDown(grid, at(0));
    fireEvent.pointerMove(grid, at(4));
    fireEvent.pointerMove(grid, at(9));
    fireEvent.pointerUp(grid, at(9));
  });
  const highest = gridLevels(height).at(-1);
  expect(currentBeatOf(box()).levels).toEqual(levels.map(() => highest));
});
