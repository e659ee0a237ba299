import { expect, test } from 'vitest';
import { toWebVtt } from './subtitles.ts';

test('SubRip becomes WebVTT: commas in times become points, commas in texts stay', () => {
  expect(toWebVtt('\uFEFF1\r\n00:00:01,500 --> 00:00:02,000\r\nWell, yes\r\n')).toBe(
    'WEBVTT\n\n1\n00:00:01.500 --> 00:00:02.000\nWell, yes\n',
  );
});

test('WebVTT stays unchanged', () => {
  const text = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n';
  expect(toWebVtt(text)).toBe(text);
});
