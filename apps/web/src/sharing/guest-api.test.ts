import { expect, test } from 'vitest';
import { enterShare } from './guest-api.ts';

const enter = (status: number, name?: string) =>
  enterShare(async () => new Response(name && JSON.stringify({ error: { name } }), { status }), {
    id: 'a',
    secret: 's',
    name: 'Sam',
  });

test.each([
  [404, undefined, 'not-found'],
  [409, undefined, 'full'],
  [410, undefined, 'expired'],
  [410, 'ShareUsedUp', 'used-up'],
  [410, 'SomethingNew', 'expired'],
  [429, undefined, 'too-many'],
  [400, 'NameReserved', 'name'],
  [400, 'BadRequest', 'unavailable'],
  [201, undefined, 'unavailable'],
])('the answer %i %s to a link is read as %s', async (status, name, refused) => {
  expect(await enter(status, name)).toEqual({ refused });
});
