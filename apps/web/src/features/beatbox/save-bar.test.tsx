import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { withLevels } from './beat-editor.ts';
import { BeatGridTools, SaveBeatBar } from './save-bar.tsx';
import { renderWithEditor } from './testing/render-with-editor.tsx';

test('Undo takes back what was drawn, and leaves the name that was typed since', async () => {
  const { box } = await renderWithEditor({}, (editor) => (
    <>
      <SaveBeatBar editor={editor} />
      <BeatGridTools editor={editor} />
      <button type="button" onClick={() => editor.draw((now) => withLevels(now, [10, undefined, 100]))}>
        Draw
      </button>
    </>
  ));
  await userEvent.click(screen.getByRole('button', { name: 'Draw' }));
  expect(box().currentBeat.activeCells).toHaveLength(2);
  await userEvent.type(screen.getByRole('textbox', { name: 'Name of the beat' }), 'Waves');
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(box().currentBeat).toMatchObject({ name: 'Waves', activeCells: [] });
});
