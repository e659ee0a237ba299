import { expect, test } from 'vitest';
import {
  describeBrokenRestriction,
  type RequestFactsForRestrictions,
  type TokenRestrictions,
  toTokenRestrictions,
} from './restrictions.ts';

const facts = (changes: Partial<RequestFactsForRestrictions> = {}): RequestFactsForRestrictions => ({
  connectionKey: 'DemoHandy1',
  ip: '127.0.0.1',
  headers: {
    origin: 'https://app.example.org',
    referer: 'https://app.example.org/play',
    'user-agent': 'Player/2.1',
    'accept-language': 'nb',
    'accept-encoding': 'br',
    'cache-control': 'no-store',
  },
  ...changes,
});

test('query fields become restrictions, and ck and to mean the same', () => {
  expect(toTokenRestrictions({ ttl: 60, ck: 'DemoHandy1' })).toEqual({ connectionKey: 'DemoHandy1' });
  expect(toTokenRestrictions({ ttl: 60, to: 'DemoHandy1', ip: '::FFFF:10.0.0.1', r: 'https://a' })).toEqual({
    connectionKey: 'DemoHandy1',
    ip: '10.0.0.1',
    referer: 'https://a',
  });
});

test('a token without restrictions is valid for every request', () => {
  expect(describeBrokenRestriction({}, facts({ headers: {} }))).toBeUndefined();
});

test.each<[keyof TokenRestrictions, string, string, string]>([
  ['connectionKey', 'DemoHandy1', 'DemoOh0001', 'device'],
  ['ip', '127.0.0.1', '127.0.0.2', 'address'],
  ['origin', 'https://app.example', 'https://other', 'origin'],
  ['referer', 'https://app.example.org/', 'https://app.example.org/other', 'referer'],
  ['userAgent', 'Player/', 'Browser/', 'user agent'],
  ['acceptLanguage', 'nb', 'n', 'language'],
  ['acceptEncoding', 'br', 'gzip', 'encoding'],
  ['cacheControl', 'no-store', 'no-cache', 'cache control'],
])('%s %s is met, %s is violated, and the refusal names it', (name, met, violating, word) => {
  expect(describeBrokenRestriction({ [name]: met }, facts())).toBeUndefined();
  expect(describeBrokenRestriction({ [name]: violating }, facts())).toBe(word);
  if (name !== 'ip' && name !== 'connectionKey')
    expect(describeBrokenRestriction({ [name]: met }, facts({ headers: {} }))).toBe(word);
});

test('an IPv4 address equals its form within IPv6', () => {
  expect(describeBrokenRestriction({ ip: '127.0.0.1' }, facts({ ip: '::ffff:127.0.0.1' }))).toBeUndefined();
});
