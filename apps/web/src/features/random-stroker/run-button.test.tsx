import { createFakeTime } from '@tactus/time/testing';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { createLanguageStore } from '../../i18n/language-store.ts';
import { LanguageProvider } from '../../i18n/text.tsx';
import { createMemoryStorage } from '../../settings/key-value-storage.ts';
import { TimeProvider } from '../../ui/time-context.tsx';
import { RunButton } from './run-button.tsx';
import type { RandomRun } from './use-run.ts';

const IDLE = { phase: 'idle', phaseStartMs: 0, phaseEndMs: 0, startedMs: undefined } as RandomRun; // the button reads no more

async function setUp() {
  const log = { warn: () => undefined, error: () => undefined };
  const language = await createLanguageStore({ storage: createMemoryStorage(), deviceLanguage: 'en-US', log });
  await language.need(['random']);
  const press = vi.fn();
  const button = (run: Partial<RandomRun>, disabled = false) => (
    <LanguageProvider store={language}>
      <TimeProvider time={createFakeTime()}>
        <RunButton run={{ ...IDLE, ...run }} disabled={disabled} onPress={press} />
      </TimeProvider>
    </LanguageProvider>
  );
  return { press, button, ...render(button({})) };
}

test('a second tap on Start does not stop the run that the first one starts; each later press stops it', async () => {
  const { press, button, rerender } = await setUp();
  await userEvent.click(screen.getByRole('button', { name: 'Start' }));
  rerender(button({ phase: 'starting' }));
  await userEvent.click(screen.getByRole('button', { name: 'Start' }));
  expect(press).toHaveBeenCalledTimes(1);
  for (const phase of ['moving', 'resting', 'starting'] as const) {
    rerender(button({ phase, startedMs: 0 }));
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  }
  expect(press).toHaveBeenCalledTimes(4);
});

test('keeps the focus while it is disabled, and takes no press', async () => {
  const { press, button, rerender } = await setUp();
  screen.getByRole('button').focus();
  rerender(button({}, true));
  expect(screen.getByRole('button')).toHaveFocus();
  expect(screen.getByRole('button')).toBeEnabled();
  await userEvent.keyboard('{Enter}');
  expect(press).not.toHaveBeenCalled();
  await userEvent.tab();
  expect(screen.getByRole('button')).toBeDisabled();
});
