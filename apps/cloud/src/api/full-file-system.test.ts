/**
 * The same on a real file system without room: a memory file system of 4 MiB, mounted for the test. Where the machine does
 * not let tests mount, nothing is tested here; `full-disk.test.ts` covers the requests.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom, systemTime } from '@tactus/time';
import { expect, onTestFinished, test } from 'vitest';
import { createCloud } from '../cloud.ts';
import { defaultConfig } from '../config/config.ts';
import { mountSmallDisk, SMALL_DISK_BYTES } from '../testing/small-disk.ts';
import { storedFirst } from '../testing/stored-operations.ts';
import { sendTo } from '../testing/stored-requests.ts';

const REQUESTS = [
  ...['a share is made', 'a share is changed', 'a guest comes in', 'a group session is made', 'a script is chosen'],
  ...['a channel is made', 'a stream is made with points', 'points are appended', 'a device key is made'],
  ...['a script is uploaded', 'a large script is uploaded', 'a token is issued'],
] as const;

test('a real full file system refuses every request with 507, and takes the same request once there is room', async (context) => {
  const disk = mountSmallDisk();
  if (disk === undefined) return context.skip('this machine does not let tests mount a file system');
  onTestFinished(disk.unmount);
  const { folder } = disk;
  const config = defaultConfig({ dataDir: join(folder, 'data'), rateLimitPerMinute: 0 });
  const cloud = await createCloud({ config, time: systemTime, random: createRandom(1) });
  const filler = join(folder, 'filler');
  try {
    const send = sendTo(cloud);
    for (const name of REQUESTS) {
      const { run } = await (storedFirst[name] as (typeof storedFirst)[string])(send);
      const fill = () => writeFileSync(filler, Buffer.alloc(SMALL_DISK_BYTES));
      expect(fill).toThrow('ENOSPC');
      // The log of the store may have room left in its last block: it is used up by requests that still succeed.
      let answer = await run();
      for (let more = 0; answer.status < 300 && more < 50; more++) answer = await run();
      expect([name, answer.status]).toEqual([name, 507]);
      expect(answer.text).toContain('The disk of this server is full, and nothing was stored.');
      expect((await send('GET /api/handy-rest/v3/info', OWNER)).json).toHaveProperty('result');
      rmSync(filler);
      expect([name, (await run()).status < 300]).toEqual([name, true]);
    }
  } finally {
    rmSync(filler, { force: true });
    await cloud.close();
  }
}, 60_000);

const OWNER = { 'x-api-key': 'any-id', 'x-connection-key': 'DemoHandy1' };
