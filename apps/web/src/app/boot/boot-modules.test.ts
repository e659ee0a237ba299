// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { createAnalytics } from '../../analytics/create-analytics.ts';
import { createMemoryStorage } from '../../settings/key-value-storage.ts';
import { createSettingsStore } from '../../settings/settings-store.ts';
import { runBootModules } from './boot-modules.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the three boot modules run at the start: address-bar colour, analytics once agreed, charts in a quiet moment', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({})));
  const log = { warn: () => undefined, error: () => undefined };
  const settings = createSettingsStore({ storage: createMemoryStorage(), log });
  document.head.innerHTML = '<meta name="theme-color" content="#000000">';
  document.documentElement.style.setProperty('--bg', '#123456');
  const analytics = createAnalytics(log);
  const senders: unknown[] = [];
  const onEvent: typeof analytics.onEvent = (listener) => {
    senders.push(listener);
    return analytics.onEvent(listener);
  };
  const waiting: (() => void)[] = [];
  const undo = runBootModules({
    document,
    analytics: {
      analytics: { ...analytics, onEvent },
      settings,
      log,
      key: 'phc_test',
      host: 'https://statistics.example',
    },
    whenQuiet: (run) => waiting.push(run),
  });
  expect(document.querySelector('meta[name="theme-color"]')?.getAttribute('content')).toBe('#123456');
  await import('../../analytics/send-analytics.ts');
  await vi.dynamicImportSettled();
  expect(senders).toEqual([]);
  settings.update({ analyticsAgreed: true });
  await vi.waitFor(() => expect(senders).toHaveLength(1));
  // The charts wait until the page is shown.
  expect(waiting).toHaveLength(1);
  undo();
});
