/** The time until the resources of a dead SSE peer are freed. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { median } from '../measure/median.ts';
import { type Row, toRow } from '../measure/row.ts';

const PROCESS = fileURLToPath(new URL('./vanishing-peers.ts', import.meta.url));
const WITHIN_MS = 150_000;

/** Lets a process import TypeScript, as for the other measured processes. */
const SOURCE_RUNNER = process.env['TACTUS_SOURCE_RUNNER'] ?? 'tsx';

/** Measures in a network namespace, which only Linux has: elsewhere the row has no figure and does not hold. */
export async function deadPeersRow(): Promise<Row> {
  const freedS = (await measure()).map((ms) => ms / 1_000);
  const often = freedS.length;
  return toRow({
    row: `the stream of a peer that vanished without a word is freed, worst of ${often}, half of them written to (median ${median(freedS).toFixed(1)} s)`,
    value: often === 0 ? Number.NaN : Math.max(...freedS),
    unit: 's',
    bounds: { atMost: 30 },
  });
}

function measure(): Promise<readonly number[]> {
  const node = [process.execPath, '--conditions=@tactus/source', '--import', SOURCE_RUNNER, PROCESS];
  return new Promise((resolve) => {
    execFile('unshare', ['--map-root-user', '--net', ...node], { timeout: WITHIN_MS }, (error, stdout, stderr) => {
      if (error) process.stderr.write(`No network of its own: ${stderr}\n`);
      resolve(error ? [] : (JSON.parse(stdout) as number[])); // vanishing-peers.ts prints it
    });
  });
}
