/**
 * The same with the store in PostgreSQL: the cloud is killed, and the database itself. Ten moments of each in an ordinary run;
 * `TACTUS_DEEP_KILLS` and `TACTUS_DEEP_DATABASE_KILLS` set other numbers (`npm run deep`: 200 and 100).
 */
import { startPostgres } from '@tactus/cloud/testing';
import { expect, onTestFinished, test } from 'vitest';
import { killableCloud } from './killable-cloud.ts';
import { expectNothingLost } from './killing.ts';
import { ask } from './requests.ts';

const KILLS = Number(process.env['TACTUS_DEEP_KILLS'] ?? 10);
const DATABASE_KILLS = Number(process.env['TACTUS_DEEP_DATABASE_KILLS'] ?? 10);

test(
  `after ${KILLS} kills of the cloud everything that was acknowledged is in the database`,
  async () => {
    const server = await startPostgres(onTestFinished);
    await expectNothingLost(KILLS, killableCloud({ TACTUS_DATABASE_URL: await server.makeDatabase() }));
  },
  30_000 + KILLS * 15_000,
);

test(
  `after ${DATABASE_KILLS} kills of the database everything that was acknowledged is there, and the cloud goes on`,
  async () => {
    const server = await startPostgres(onTestFinished);
    const cloud = killableCloud({ TACTUS_DATABASE_URL: await server.makeDatabase(), TACTUS_LOG: 'silent' });
    let kills = 0;
    await expectNothingLost(DATABASE_KILLS, {
      async start() {
        const url = await cloud.start();
        await expect.poll(async () => (await ask(`${url}/readyz`)).status).toBe(200);
        if (kills === 0) return url;
        // It has recovered. What was acknowledged is read by another process: in this one groups may still play.
        await cloud.kill();
        return cloud.start();
      },
      async kill() {
        kills += 1;
        await server.kill();
        await server.restart();
      },
    });
  },
  30_000 + DATABASE_KILLS * 15_000,
);
