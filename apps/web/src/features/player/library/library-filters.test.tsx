import { createFakeTime } from '@tactus/time/testing';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { LanguageProvider } from '../../../i18n/text.tsx';
import { TimeProvider } from '../../../ui/time-context.tsx';
import { playerTexts } from '../testing/player-texts.ts';
import { LibraryFiltersBar } from './library-filters.tsx';
import { toListedEntry } from './library-search.ts';
import { useLibraryQuery } from './use-library-query.ts';

const ENTRIES = ['slow', 'quick'].map((tag) =>
  toListedEntry(
    {
      ...{ version: 1, id: tag, title: tag, tags: [tag], addedAtMs: 0, durationMs: 0, thumbnail: '' },
      scripts: [{ name: `${tag}.csv`, type: '', hash: tag }],
    },
    false,
  ),
);

function Page() {
  const query = useLibraryQuery(ENTRIES, false);
  return (
    <>
      <LibraryFiltersBar query={query}>{null}</LibraryFiltersBar>
      <ul>
        {query.found.map(({ entry }) => (
          <li key={entry.id}>{entry.title}</li>
        ))}
      </ul>
    </>
  );
}

async function choose(list: string, option: string): Promise<void> {
  await userEvent.click(screen.getByRole('combobox', { name: list }));
  await userEvent.click(screen.getByRole('option', { name: option }));
}

test('a browser without room for the filters filters all the same, and shows everything again by one press', async () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError');
  });
  onTestFinished(() => full.mockRestore());
  render(
    <LanguageProvider store={await playerTexts()}>
      <TimeProvider time={createFakeTime()}>
        <Page />
      </TimeProvider>
    </LanguageProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
  await choose('Tag', 'slow');
  await choose('Script', 'With a script');
  const shown = () => screen.getAllByRole('listitem').map((item) => item.textContent);
  expect(shown()).toEqual(['slow']);
  await userEvent.click(screen.getByRole('button', { name: 'Show everything' }));
  expect(shown()).toEqual(['slow', 'quick']);
  expect(full).toHaveBeenCalled();
});
