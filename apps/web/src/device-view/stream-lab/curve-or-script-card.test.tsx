import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createLanguageStore } from '../../i18n/language-store.ts';
import { LanguageProvider } from '../../i18n/text.tsx';
import { createMemoryStorage } from '../../settings/key-value-storage.ts';
import { CurveOrScriptCard } from './curve-or-script-card.tsx';

test('an unreadable script file is reported, and nothing else is played', async () => {
  const log = { warn: () => undefined, error: () => undefined };
  const language = await createLanguageStore({ storage: createMemoryStorage(), deviceLanguage: 'en-US', log });
  await language.need(['hsp']);
  const sources: unknown[] = [];
  render(
    <LanguageProvider store={language}>
      <CurveOrScriptCard onSource={(source) => sources.push(source)} />
    </LanguageProvider>,
  );
  await userEvent.click(screen.getByRole('radio', { name: 'Script' }));
  const before = sources.length;
  const text = () => Promise.reject(new DOMException('It is gone', 'NotFoundError'));
  await userEvent.upload(
    screen.getByLabelText('Choose a script', { selector: 'input' }),
    Object.assign(new File([], 'a.csv'), { text }),
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('This file could not be read');
  expect(sources).toHaveLength(before);
});
