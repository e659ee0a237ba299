import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { analyticsDocument } from './analytics-doc.ts';

test('docs/analytics.md equals what `npm run generate` writes', () => {
  const written = readFileSync(new URL('../docs/analytics.md', import.meta.url), 'utf8');
  expect(written).toBe(analyticsDocument());
});

test('the six events of the specification are in it, with their fields', () => {
  const rows = [
    ['carousel_click', 'campaignName', 'url'],
    ['ota_started', 'fromVersion', 'toVersion'],
    ['ota_finished', 'fromVersion', 'toVersion', 'timeUsed'],
    ['sse_session_start', 'sessionId', 'hwModelNr'],
    ['timing_changed_client', 'rtdClient'],
    ['timing_changed_device', 'rtdDevice'],
  ];
  const lines = analyticsDocument().split('\n');
  for (const [name, ...fields] of rows) {
    const row = lines.find((line) => line.startsWith(`| \`${name}\` |`)) ?? '';
    expect([...row.matchAll(/`(\w+)`/g)].map(([, word]) => word)).toEqual([name, ...fields]);
  }
});
