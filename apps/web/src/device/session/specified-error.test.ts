import { DeviceError, type DeviceErrorCode } from '@tactus/sdk';
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test, vi } from 'vitest';
import { createLanguageStore } from '../../i18n/language-store.ts';
import { LANGUAGES } from '../../i18n/languages.ts';
import { createMemoryStorage } from '../../settings/key-value-storage.ts';
import { errorNotificationText } from './error-text.ts';
import { createErrorLog } from './log.ts';
import { SPECIFIED_ERRORS } from './specified-error.ts';

const log = createErrorLog({ warn: () => undefined, error: () => undefined });
/** The specification's texts, written out: one that lost its translation would be shown as another. */
const TEXTS = [
  'Unknown device',
  'Request aborted',
  'Velocity must be between 0 and 1',
  'Connection key is required',
  'API token is required',
  'Need at least 2 points',
  'Invalid CSV',
  'Invalid Json in script',
  'Invalid type',
  'times must be at least 1',
  'Specific OTA not found',
  'Firmware versions not found',
  'Failed to update firmware version',
  'Bad request.',
  'Unauthorized',
  'Forbidden',
  'Request timeout.',
  'Internal server error.',
  'No result',
  'No server time',
  'Handy API SSE config not set',
  'SSE not initialized',
  'HSTP is not initialized',
  'Info CMD not initialized',
];

test.each(LANGUAGES.map(({ code }) => code))('every specified error text is shown in %s', async (code) => {
  expect(Object.keys(SPECIFIED_ERRORS)).toEqual(TEXTS);
  const language = await createLanguageStore({ storage: createMemoryStorage(), deviceLanguage: code, log });
  const shown = await Promise.all(
    TEXTS.map((text) => errorNotificationText(new DeviceError('api', text), language, createFakeTime())),
  );
  const messages = shown.map((notification) => notification?.message);
  if (code === 'en-US') expect(messages).toEqual(TEXTS);
  else expect(messages.filter((message, n) => !message || message === TEXTS[n])).toEqual([]);
  expect(new Set(shown.map((notification) => notification?.caption)).size).toBe(1);
});

test('an error without a specified text is shown by its code alone, as is one whose text cannot be loaded', async () => {
  const language = { textOf: (key: string) => key, needText: () => Promise.reject(new Error('offline')) };
  const time = createFakeTime();
  for (const text of ['Some words of a host', 'Forbidden', 'constructor'])
    expect(await errorNotificationText(new DeviceError('api', text), language, time)).toEqual({
      tone: 'negative',
      message: 'error.api',
    });
  expect(await errorNotificationText(new DeviceError('aborted', 'Request aborted'), language, time)).toBeUndefined();
});

test('a browser without room says so, and advises nothing else', async () => {
  const language = { textOf: (key: string) => key, needText: () => Promise.resolve() };
  const full = new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  const shown = await errorNotificationText(full, language, createFakeTime());
  expect(shown).toEqual({ tone: 'negative', message: 'failure.storageFull' });
});

describe('over a network without progress', () => {
  const stalled = { textOf: (key: string) => key, needText: () => new Promise<void>(() => undefined) };
  const codes: [DeviceErrorCode, string][] = [
    ['network', 'error.network'],
    ['timeout', 'error.timeout'],
    ['not-connected', 'error.notConnected'],
    ['rate-limited', 'error.rateLimited'],
    ['held-elsewhere', 'error.heldElsewhere'],
    ['updating', 'error.updating'],
    ['media', 'error.media'],
    ['unreadable', 'error.unreadable'],
  ];

  test.each(codes)('an error of the code %s is shown at once', async (code, message) => {
    const time = createFakeTime();
    const load = vi.spyOn(stalled, 'needText');
    const error = new DeviceError(code, 'No result');
    expect(await errorNotificationText(error, stalled, time)).toEqual({ tone: 'negative', message });
    expect([load.mock.calls, time.now()]).toEqual([[], createFakeTime().now()]);
  });

  test('an error of another code is shown by the code after a short wait for its text', async () => {
    const time = createFakeTime();
    const shown = errorNotificationText(new DeviceError('no-result', 'No result'), stalled, time);
    await time.run(500);
    expect(await shown).toEqual({ tone: 'negative', message: 'error.noResult' });
  });

  test('the text of an answer of the cloud is shown whatever its code', async () => {
    const language = { textOf: (key: string) => key, needText: () => Promise.resolve() };
    const http = { kind: 'api', url: '', status: 408, statusText: '', body: undefined } as const;
    const time = createFakeTime();
    const error = new DeviceError('timeout', 'Request timeout.', { http });
    expect(await errorNotificationText(error, language, time)).toMatchObject({
      message: 'failure.requestTimeout',
      caption: 'error.timeout',
    });
    expect(time.pending()).toBe(0);
  });
});
