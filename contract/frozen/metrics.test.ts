/** What somebody's dashboards ask for since an earlier build: every series is there, under its name and labels. */
import { describe, expect, test } from 'vitest';
import { openEvents } from '../cloud/event-reader.ts';
import { startCloud } from '../cloud/running-cloud.ts';
import { FROZEN, frozenJson } from './frozen.ts';

describe.each(FROZEN)('the metrics of %s', (build) => {
  test('are all there', async () => {
    const { ask, port } = await startCloud();
    const stream = await openEvents(port, '?ck=DemoHandy1&apikey=x');
    await stream.next();
    const lease = await ask('POST /api/tactus/leases', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ rank: 'owner', holder: 'charts', ttlMs: 5_000 }),
    });
    await ask('PUT /hamp/start');
    await ask('PUT /hamp/start', { headers: { 'x-connection-key': 'NobodyHere1' } });
    await stream.next();
    const { lease: id, secret } = lease.json as { lease: string; secret: string }; // as docs/leases.md has it
    await ask(`DELETE /api/tactus/leases/${id}`, { asOwner: false, headers: { authorization: `Bearer ${secret}` } });
    const { text } = await ask('GET /metrics');
    const series = text.split('\n').map((line) => line.slice(0, line.lastIndexOf(' ')));
    for (const name of frozenJson<string[]>(build, 'metrics.json')) expect(series).toContain(name);
  });
});
