import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createLanguageStore } from '../../i18n/language-store.ts';
import { LanguageProvider } from '../../i18n/text.tsx';
import { createMemoryStorage } from '../../settings/key-value-storage.ts';
import { CurveOrScriptCard } from './curve-or-script-card.tsx';

/** The card, and the sources that it has reported. */
async function setUp() {
  const log = { warn: () => undefined, error: () => undefined };
  const language = await createLanguageStore({ storage: createMemoryStorage(), deviceLanguage: 'en-US', log });
  await language.need(['hsp']);
  const sources: unknown[] = [];
  render(
    <LanguageProvider store={language}>
      <CurveOrScriptCard onSource={(source) => sources.push(source)} />
    </LanguageProvider>,
  );
  const choose = (kind: 'Draw' | 'Script') => userEvent.click(screen.getByRole('radio', { name: kind }));
  const upload = (name: string, text: () => Promise<string>) =>
    userEvent.upload(
      screen.getByLabelText('Choose a script', { selector: 'input' }),
      Object.assign(new File([], name), { text }),
    );
  /** Chooses a file whose content, or its absence, comes by a call of the test. */
  async function uploadSlowly(name: string) {
    let arrive: (text: string) => void = () => undefined;
    let fail: (error: unknown) => void = () => undefined;
    const read = new Promise<string>((resolve, reject) => {
      arrive = resolve;
      fail = reject;
    });
    await upload(name, () => read);
    return {
      arrive: (text: string) => act(async () => arrive(text)),
      fail: () => act(async () => fail(new DOMException('It is gone', 'NotFoundError'))),
    };
  }
  return { sources, choose, upload, uploadSlowly };
}

test('an unreadable script file is reported, and nothing else is played', async () => {
  const { sources, choose, upload } = await setUp();
  await choose('Script');
  const before = sources.length;
  await upload('a.csv', () => Promise.reject(new DOMException('It is gone', 'NotFoundError')));
  expect(await screen.findByRole('alert')).toHaveTextContent('This file could not be read');
  expect(sources).toHaveLength(before);
});

test('a file that is still being read does not replace the curve that is drawn meanwhile', async () => {
  const { sources, choose, uploadSlowly } = await setUp();
  await choose('Script');
  const file = await uploadSlowly('a.csv');
  await choose('Draw');
  const before = sources.length;
  await file.arrive('0,10\n900,90\n');
  expect(sources).toHaveLength(before);
  await choose('Script');
  expect(sources.at(-1)).toHaveProperty('curve');
});

test('of two files the one chosen last is played, also where the first is read later or not at all', async () => {
  const { sources, choose, upload, uploadSlowly } = await setUp();
  await choose('Script');
  const [slow, lost] = [await uploadSlowly('slow.csv'), await uploadSlowly('lost.csv')];
  await upload('last.csv', async () => '0,20\n500,80\n');
  expect(await screen.findByText(/last\.csv/)).toBeVisible();
  const before = sources.length;
  await slow.arrive('0,10\n900,90\n');
  await lost.fail();
  expect(sources).toHaveLength(before);
  expect(sources.at(-1)).toMatchObject({ script: [{ x: 20 }, { x: 80 }] });
  expect(screen.getByText(/last\.csv/)).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});
