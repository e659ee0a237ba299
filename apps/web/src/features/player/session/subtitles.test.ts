import { systemTime } from '@tactus/time';
import { describe, expect, test } from 'vitest';
import { decodeSubtitles, toWebVtt } from './subtitles.ts';

test('SubRip becomes WebVTT: commas in times become points, commas in texts stay', () => {
  expect(toWebVtt('\uFEFF1\r\n00:00:01,500 --> 00:00:02,000\r\nWell, yes\r\n')).toBe(
    'WEBVTT\n\n1\n00:00:01.500 --> 00:00:02.000\nWell, yes\n',
  );
});

test('WebVTT stays unchanged', () => {
  const text = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n';
  expect(toWebVtt(text)).toBe(text);
});

test('a file of blank lines and spaces takes a time in proportion to its size', () => {
  const blank = `${'\n'.repeat(1_000_000)}${' '.repeat(1_000_000)}x`;
  const startedMs = systemTime.monotonic();
  expect(toWebVtt(`1\n${blank}`)).toBe(`WEBVTT\n\n1\n${blank}`);
  expect(systemTime.monotonic() - startedMs).toBeLessThan(1_000);
});

describe('the text of a file of subtitles', () => {
  const TEXT = 'Ça va ? 你好';
  const utf16 = (text: string, isLittleEndian: boolean) => {
    const view = new DataView(new ArrayBuffer(text.length * 2));
    for (let index = 0; index < text.length; index += 1)
      view.setUint16(index * 2, text.charCodeAt(index), isLittleEndian);
    return new Uint8Array(view.buffer);
  };

  test.each([
    ['UTF-8', new TextEncoder().encode(TEXT)],
    ['UTF-8 with its mark', new TextEncoder().encode(`\uFEFF${TEXT}`)],
    ['UTF-16 with its mark, low byte first', utf16(`\uFEFF${TEXT}`, true)],
    ['UTF-16 with its mark, high byte first', utf16(`\uFEFF${TEXT}`, false)],
  ])('is read from %s', (_, bytes) => {
    expect(decodeSubtitles(bytes)).toBe(TEXT);
  });

  test('is read as Windows writes it in western languages, where it is no UTF-8', () => {
    expect(decodeSubtitles(Uint8Array.from([0xc7, 0x61, 0x20, 0xe9, 0x74, 0xe9]))).toBe('Ça été');
  });
});
