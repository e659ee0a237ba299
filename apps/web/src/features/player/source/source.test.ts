import { expect, test } from 'vitest';
import { needsHlsLibrary } from './hls.ts';
import { isBlockedAsMixedContent, isReadableByThisPage, sourceOfUrl } from './source.ts';

const HERE = 'https://here.test/local';

test('an address is named by the end of its path', () => {
  expect(sourceOfUrl(' https://there.test/a/Evening%20ride.mp4?token=x ', 'video/url', HERE)).toEqual({
    name: 'Evening ride.mp4',
    type: 'video/url',
    url: 'https://there.test/a/Evening%20ride.mp4?token=x',
  });
  expect(sourceOfUrl('/clip%.mp4', '', HERE)).toMatchObject({ name: 'clip%.mp4', url: 'https://here.test/clip%.mp4' });
  expect(sourceOfUrl('https://there.test', '', HERE)?.name).toBe('there.test');
});

test('anything but an http or https address is refused', () => {
  for (const text of ['', '  ', 'javascript:1', 'file:///a.mp4', 'http://'])
    expect(sourceOfUrl(text, '', HERE)).toBeUndefined();
});

test('only addresses of this site are read here', () => {
  expect(isReadableByThisPage('https://here.test/a.csv', 'https://here.test')).toBe(true);
  expect(isReadableByThisPage('https://there.test/a.csv', 'https://here.test')).toBe(false);
});

test.each([
  ['http://192.168.1.5:8096/film.mp4', 'https://here.test/local', true],
  ['http://nas.local/film.mp4', 'https://here.test/local', true],
  ['http://192.168.1.5:8096/film.mp4', 'http://192.168.1.7:8080/local', false],
  ['https://there.test/film.mp4', 'https://here.test/local', false],
  ['http://localhost:8096/film.mp4', 'https://here.test/local', false],
  ['http://127.0.0.1/film.mp4', 'https://here.test/local', false],
  ['http://[::1]/film.mp4', 'https://here.test/local', false],
  ['http://127.0.0.1.there.test/film.mp4', 'https://here.test/local', true],
])('a browser refuses %s on %s as mixed content: %s', (url, page, isRefused) => {
  expect(isBlockedAsMixedContent(url, page)).toBe(isRefused);
});

test('a text that is no address is read by nobody, refused by no browser, and no HLS list', () => {
  for (const url of ['', 'ride.m3u8', 'http://']) {
    expect(isReadableByThisPage(url, 'https://here.test')).toBe(false);
    expect(isBlockedAsMixedContent(url, HERE)).toBe(false);
    expect(needsHlsLibrary({ name: 'ride', type: '', url })).toBe(false);
  }
});
