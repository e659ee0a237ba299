import { expect, test } from 'vitest';
import { P99_MOST, positionRows } from './position.ts';

const SEEDS = [1, 2, 3];
const LENGTH_MS = 40_000;
/** In short runs the moments after a command, before the first reads, weigh more: their limit, in percent. */
const COMMANDS_MOST = 5;

test('the predicted position stays near the slider in every mode and profile', async () => {
  for await (const { row, value } of positionRows(SEEDS, LENGTH_MS)) {
    const isStream = row.includes('script');
    const most = isStream ? P99_MOST : COMMANDS_MOST;
    expect.soft(value, row).toBeLessThanOrEqual(most);
  }
});
