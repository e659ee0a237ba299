import { applyRecipe } from '@tactus/motion';
import { createFakeTime } from '@tactus/time/testing';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { LanguageProvider } from '../../../i18n/text.tsx';
import { TimeProvider } from '../../../ui/time-context.tsx';
import { playerTexts } from '../testing/player-texts.ts';
import { scriptOf } from '../testing/script-of.ts';
import { createRecipeControl } from './recipe-control.ts';
import { RecipePanel } from './recipe-panel.tsx';
import { ScriptReport } from './script-report.tsx';

/** A file with faults: out of order, beyond the ends, with an unknown axis. */
const FILE = JSON.stringify({
  metadata: { title: 'Evening' },
  actions: [
    { at: 1_000, pos: 120 },
    { at: 0, pos: 0 },
    { at: 2_000, pos: 0 },
  ],
  axes: [{ id: 'R1', actions: [] }],
});

/** The panel of a script, and the played points. */
async function setUp() {
  const script = await scriptOf(FILE);
  let played = script;
  const control = createRecipeControl({
    edit: async (one, recipe) => ({ ...one, columns: applyRecipe(one.original, recipe), recipe }),
    save: async () => undefined,
    onScript: (next) => {
      played = next;
    },
    onError: (error) => {
      throw error;
    },
  });
  await control.open(script, []);
  const language = await playerTexts();
  render(
    <LanguageProvider store={language}>
      <TimeProvider time={createFakeTime()}>
        <main tabIndex={-1}>
          <RecipePanel control={control} />
        </main>
        <ScriptReport script={script} />
      </TimeProvider>
    </LanguageProvider>,
  );
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  const names = () => control.state.getState().recipe.map(({ kind }) => kind);
  return { press, names, positions: () => [...played.columns.positions] };
}

test('changes are added, ordered, removed and undone', async () => {
  const { press, names, positions } = await setUp();
  await press('Invert');
  await press('Use a part of the stroke');
  expect(positions()).toEqual([90, 10, 90]);
  await press('Use a part of the stroke: earlier');
  expect(names()).toEqual(['remap', 'invert']);
  await press('Invert: remove');
  expect(positions()).toEqual([10, 90, 10]);
  await press('Undo the last change');
  await press('Undo the last change');
  expect(names()).toEqual(['invert', 'remap']);
});

test('the value of a change is set, and the original is one press away', async () => {
  const { press, positions } = await setUp();
  await press('Intensity');
  for (let count = 0; count < 14; count++)
    await userEvent.click(screen.getByRole('button', { name: 'Less: Intensity' }));
  expect(positions()).toEqual([25, 75, 25]);
  await userEvent.click(screen.getByRole('radio', { name: 'Original' }));
  expect(positions()).toEqual([0, 100, 0]);
});

test('the changes made while reading a file are shown, with the parts that this device cannot use', async () => {
  await setUp();
  const report = screen.getByRole('region', { name: 'Script' });
  expect(report).toHaveTextContent('Evening');
  expect(report).toHaveTextContent('1 position outside 0–100 % brought to the nearest end.');
  expect(report).toHaveTextContent('1 point was put in the order of time.');
  expect(report).toHaveTextContent('Not played by this device: R1');
});

test('the focus goes with the moved change, and from a removed one to the next, else to the page', async () => {
  const { press, names } = await setUp();
  await press('Invert');
  await press('Smooth');
  await press('Simplify');
  const later = screen.getByRole('button', { name: 'Invert: later' });
  later.focus();
  await userEvent.keyboard('{Enter}{Enter}{Enter}');
  expect(names()).toEqual(['smooth', 'simplify', 'invert']);
  expect(later).toHaveFocus();

  await press('Undo the last change');
  await press('Smooth: remove');
  expect(screen.getByText('Invert', { selector: 'li *' }).closest('li')).toHaveFocus();
  await press('Simplify: remove');
  expect(screen.getByRole('main')).toHaveFocus();
});

test('two changes of one kind are moved apart, and one whose value changes keeps the focus', async () => {
  const { press, names } = await setUp();
  await press('Intensity');
  await press('Intensity');
  const [later] = screen.getAllByRole('button', { name: 'Intensity: later' });
  later?.focus();
  await userEvent.keyboard('{Enter}');
  expect(names()).toEqual(['intensity', 'intensity']);
  expect(later).toHaveFocus();
  expect(screen.getAllByRole('button', { name: 'Intensity: later' })[1]).toBe(later);
  const [less] = screen.getAllByRole('button', { name: 'Less: Intensity' });
  less?.focus();
  await userEvent.keyboard('{Enter}');
  expect(less).toHaveFocus();
});
