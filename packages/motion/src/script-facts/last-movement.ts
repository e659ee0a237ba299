import type { ScriptColumns } from '../scripts/script-columns.ts';

/** The end of a script's last movement, ms; 0 for a script without movement. Points after it only repeat its position. */
export function lastMovementMs({ timesMs, positions }: ScriptColumns): number {
  for (let index = timesMs.length - 1; index > 0; index--)
    if (positions[index] !== positions[index - 1]) return timesMs[index] ?? 0;
  return 0;
}
