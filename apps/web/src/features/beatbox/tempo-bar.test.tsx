import { COLUMN_MS_BOUNDS } from '@tactus/motion';
import { createFakeTime } from '@tactus/time/testing';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createLanguageStore } from '../../i18n/language-store.ts';
import { LanguageProvider } from '../../i18n/text.tsx';
import { createMemoryStorage } from '../../settings/key-value-storage.ts';
import { TimeProvider } from '../../ui/time-context.tsx';
import { TempoBar } from './tempo-bar.tsx';

test('at an end of the tempo neither the step nor the button beyond it can be pressed', async () => {
  const log = { warn: () => undefined, error: () => undefined };
  const language = await createLanguageStore({ storage: createMemoryStorage(), deviceLanguage: 'en-US', log });
  await language.need(['beatbox']);
  const ignore = () => undefined;
  const bar = (cellMs: number) => (
    <LanguageProvider store={language}>
      <TimeProvider time={createFakeTime()}>
        <TempoBar cellMs={cellMs} metronome={false} onCellMs={ignore} onMetronome={ignore} />
      </TimeProvider>
    </LanguageProvider>
  );
  const off = () =>
    screen
      .getAllByRole('button')
      .filter((button) => button.matches(':disabled, [aria-disabled=true]'))
      .map((button) => button.getAttribute('aria-label'));
  const { rerender } = render(bar(COLUMN_MS_BOUNDS.min));
  expect(off()).toEqual(['Faster', 'Twice the tempo']);
  rerender(bar(COLUMN_MS_BOUNDS.max));
  expect(off()).toEqual(['Slower', 'Half the tempo']);
});
