import { expect, test } from 'vitest';
import { createAnalytics } from './create-analytics.ts';
import type { AnalyticsEvent } from './events.ts';

test('an event reaches every listener with its properties, until the listener is taken away', () => {
  const analytics = createAnalytics({ error: () => undefined });
  const heard: AnalyticsEvent[] = [];
  const off = analytics.onEvent((event) => heard.push(event));
  analytics.track('ota_started', { fromVersion: '4.0.19', toVersion: '4.1.0' });
  off();
  analytics.track('reset', {});
  expect(heard).toEqual([{ name: 'ota_started', properties: { fromVersion: '4.0.19', toVersion: '4.1.0' } }]);
});

test('a listener that throws is logged and disturbs nobody', () => {
  const logged: string[] = [];
  const analytics = createAnalytics({ error: (text) => logged.push(text) });
  const heard: string[] = [];
  analytics.onEvent(() => {
    throw new Error('broken');
  });
  analytics.onEvent((event) => heard.push(event.name));
  analytics.track('carousel_click', { campaignName: 'spring', url: 'https://example.org/' });
  expect(heard).toEqual(['carousel_click']);
  expect(logged).toEqual(['An analytics listener failed at carousel_click']);
});
