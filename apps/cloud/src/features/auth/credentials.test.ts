import { expect, test } from 'vitest';
import { readCredentials } from './credentials.ts';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

test('a credential is read from X-Api-Key, from Bearer, and from either half of Basic', () => {
  expect(readCredentials({ 'x-api-key': ' one ' })).toEqual(['one']);
  expect(readCredentials({ authorization: 'bearer two' })).toEqual(['two']);
  expect(readCredentials({ authorization: basic('three:') })).toEqual(['three']);
  expect(readCredentials({ authorization: basic(':four') })).toEqual(['four']);
  expect(readCredentials({ authorization: basic('five') })).toEqual(['five']);
  expect(readCredentials({ authorization: basic('six:se:ven') })).toEqual(['six', 'se:ven']);
});

test('several credentials are tried in order, the one of the query last', () => {
  expect(readCredentials({ 'x-api-key': 'a', authorization: 'Bearer b' }, 'c')).toEqual(['a', 'b', 'c']);
});

test('a missing or empty credential and an unknown scheme count as none', () => {
  expect(readCredentials({})).toEqual([]);
  expect(readCredentials({ 'x-api-key': '  ', authorization: 'Bearer  ' }, '')).toEqual([]);
  expect(readCredentials({ authorization: 'Digest abc' })).toEqual([]);
});
