// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { createAnalytics } from '../../analytics/create-analytics.ts';
import { createMemoryStorage } from '../../settings/key-value-storage.ts';
import { createSettingsStore } from '../../settings/settings-store.ts';
import { runBootModules } from './boot-modules.ts';

test('the three boot modules run at the start: address-bar colour, analytics, and charts in a quiet moment', () => {
  const log = { warn: () => undefined, error: () => undefined };
  const settings = createSettingsStore({ storage: createMemoryStorage(), log });
  document.head.innerHTML = '<meta name="theme-color" content="#000000">';
  document.documentElement.style.setProperty('--bg', '#123456');
  const waiting: (() => void)[] = [];
  const undo = runBootModules({
    document,
    analytics: { analytics: createAnalytics(log), settings, log, key: undefined, host: undefined },
    whenIdle: (run) => waiting.push(run),
  });
  expect(document.querySelector('meta[name="theme-color"]')?.getAttribute('content')).toBe('#123456');
  // The charts wait until the page is shown.
  expect(waiting).toHaveLength(1);
  undo();
});
