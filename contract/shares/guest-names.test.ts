/** Names of guests as other people see them, over the wire. */
import { expect, test } from 'vitest';
import { startCloud } from '../cloud/running-cloud.ts';

const headers = { 'content-type': 'application/json' };

test("no guest may use the owner's name, and names contain nothing that turns or hides the text around them", async () => {
  const { ask } = await startCloud();
  const made = await ask('POST /api/tactus/shares', { headers, body: JSON.stringify({ name: 'Eve\u202ening\u0007' }) });
  const { id, secret, name } = made.json as { id: string; secret: string; name: string };
  expect(name).toBe('Evening');
  const enter = (as: string) =>
    ask(`POST /api/tactus/shares/${id}/sessions`, {
      headers,
      asOwner: false,
      body: JSON.stringify({ secret, name: as }),
    });
  for (const as of ['owner', ' O W N E R ', 'ow\u200bner', 'оwner'])
    expect([as, await enter(as)]).toEqual([
      as,
      expect.objectContaining({ status: 400, json: { error: expect.objectContaining({ name: 'NameReserved' }) } }),
    ]);
  for (const as of ['\u202e', '\u0000', '\u2800'])
    expect([as, await enter(as)]).toEqual([as, expect.objectContaining({ status: 400 })]);
  expect((await enter('\u202eA\u0000n\u2066na\u2069\n')).json).toMatchObject({ name: 'Anna' });
  const { shares } = (await ask('GET /api/tactus/shares')).json as { shares: { guests: { name: string }[] }[] };
  expect(shares.flatMap(({ guests }) => guests.map((guest) => guest.name))).toEqual(['Anna']);
});
