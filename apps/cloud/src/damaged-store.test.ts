import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom, systemTime } from '@tactus/time';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createCloud } from './cloud.ts';
import { defaultConfig } from './config/config.ts';
import { openStore } from './store/database.ts';
import { storageProblemAtStart } from './store/storage-fault.ts';

test.each([
  ['begins with something else', 0, 4_096],
  ['has pages of something else', 4_096, Number.POSITIVE_INFINITY],
])('a store whose file %s is named in one sentence at the start, and stays as it is', async (_, from, to) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tactus-damaged-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const store = await openStore(dataDir);
  await sql`pragma wal_checkpoint(truncate)`.execute(store);
  await store.destroy();
  const file = join(dataDir, 'tactus.db');
  const damaged = readFileSync(file).map((byte, at) => (at >= from && at < to ? (at * 31) % 256 : byte));
  writeFileSync(file, damaged);

  const config = defaultConfig({ dataDir, rateLimitPerMinute: 0 });
  const error: unknown = await createCloud({ config, time: systemTime, random: createRandom(1) }).catch(
    (problem: unknown) => problem,
  );
  expect(storageProblemAtStart(error, dataDir)).toBe(
    `The store of this server is damaged; the store in ${dataDir} cannot be used. Put a backup in its place, or move it away to begin with an empty one.`,
  );
  expect(readFileSync(file).equals(damaged)).toBe(true);
});
