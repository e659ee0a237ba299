/**
 * Nothing that was acknowledged is lost when the cloud's process is killed at any moment. Ten moments in an ordinary run;
 * `TACTUS_DEEP_KILLS` sets another number (`npm run deep`: 200).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import { killableCloud } from './killable-cloud.ts';
import { expectNothingLost } from './killing.ts';

const KILLS = Number(process.env['TACTUS_DEEP_KILLS'] ?? 10);

test(
  `after ${KILLS} kills at random moments everything that was acknowledged is there`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tactus-kill-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    await expectNothingLost(KILLS, killableCloud({ TACTUS_DATA_DIR: folder }));
  },
  30_000 + KILLS * 15_000,
);
