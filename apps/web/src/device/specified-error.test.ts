import { DeviceError } from '@tactus/sdk';
import { expect, test } from 'vitest';
import { createLanguageStore } from '../i18n/language-store.ts';
import { LANGUAGES } from '../i18n/languages.ts';
import { createMemoryStorage } from '../settings/key-value-storage.ts';
import { errorNotification } from './error-text.ts';
import { createLog } from './log.ts';
import { SPECIFIED_ERRORS } from './specified-error.ts';

const log = createLog({ warn: () => undefined, error: () => undefined });
const TEXTS = Object.keys(SPECIFIED_ERRORS);

test.each(LANGUAGES.map(({ code }) => code))('every specified error text is shown in %s', async (code) => {
  const language = await createLanguageStore({ storage: createMemoryStorage(), deviceLanguage: code, log });
  const shown = await Promise.all(TEXTS.map((text) => errorNotification(new DeviceError('api', text), language)));
  const messages = shown.map((notification) => notification?.message);
  if (code === 'en-US') expect(messages).toEqual(TEXTS);
  else expect(messages.filter((message, n) => !message || message === TEXTS[n])).toEqual([]);
  expect(new Set(shown.map((notification) => notification?.caption)).size).toBe(1);
});

test('an error without a specified text is shown by its code alone, as is one whose text cannot be loaded', async () => {
  const language = { textOf: (key: string) => key, needText: () => Promise.reject(new Error('offline')) };
  for (const text of ['Some words of a host', 'Forbidden', 'constructor'])
    expect(await errorNotification(new DeviceError('api', text), language)).toEqual({
      tone: 'negative',
      message: 'error.api',
    });
  expect(await errorNotification(new DeviceError('aborted', 'Request aborted'), language)).toBeUndefined();
});
