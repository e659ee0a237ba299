import { expect, test } from 'vitest';
import { createAnalytics } from './create-analytics.ts';
import type { AnalyticsEvent } from './events.ts';

test('an event reaches every listener with its properties, until the listener is removed', () => {
  const analytics = createAnalytics({ error: () => undefined });
  const received: AnalyticsEvent[] = [];
  const off = analytics.onEvent((event) => received.push(event));
  analytics.track('ota_started', { fromVersion: '4.0.19', toVersion: '4.1.0' });
  off();
  analytics.track('reset', {});
  expect(received).toEqual([{ name: 'ota_started', properties: { fromVersion: '4.0.19', toVersion: '4.1.0' } }]);
});

test('a listener that throws is logged and does not affect the others', () => {
  const logged: string[] = [];
  const analytics = createAnalytics({ error: (text) => logged.push(text) });
  const received: string[] = [];
  analytics.onEvent(() => {
    throw new Error('broken');
  });
  analytics.onEvent((event) => received.push(event.name));
  analytics.track('carousel_click', { campaignName: 'spring', url: 'https://example.org/' });
  expect(received).toEqual(['carousel_click']);
  expect(logged).toEqual(['An analytics listener failed at carousel_click']);
});
