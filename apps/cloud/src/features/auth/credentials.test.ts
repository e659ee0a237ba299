import { expect, test } from 'vitest';
import { readCredentials } from './credentials.ts';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

test('a credential is taken from X-Api-Key, from Bearer, and from either half of Basic', () => {
  expect(readCredentials({ 'x-api-key': ' one ' })).toEqual(['one']);
  expect(readCredentials({ authorization: 'bearer two' })).toEqual(['two']);
  expect(readCredentials({ authorization: basic('three:') })).toEqual(['three']);
  expect(readCredentials({ authorization: basic(':four') })).toEqual(['four']);
  expect(readCredentials({ authorization: basic('five') })).toEqual(['five']);
  expect(readCredentials({ authorization: basic('six:se:ven') })).toEqual(['six', 'se:ven']);
});

test('several are tried in order, the one of the query last', () => {
  expect(readCredentials({ 'x-api-key': 'a', authorization: 'Bearer b' }, 'c')).toEqual(['a', 'b', 'c']);
});

test('nothing, an empty one and an unknown scheme are no credentials', () => {
  expect(readCredentials({})).toEqual([]);
  expect(readCredentials({ 'x-api-key': '  ', authorization: 'Bearer  ' }, '')).toEqual([]);
  expect(readCredentials({ authorization: 'Digest abc' })).toEqual([]);
});
