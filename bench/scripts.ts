/** Parsing and validating a funscript, and work on scripts: processor time compared with `JSON.parse`. */
import { applyRecipe, heatmapOf, parseScriptFile } from '@tactus/motion';
import funscriptUtils from 'funscript-utils';
import { median } from './measure/median.ts';
import { type Row, toRow } from './measure/row.ts';

const [MANY, VERY_MANY] = [100_000, 1_000_000];
const ROUNDS = 11;

/** Percent a second and per second squared: the limits of a Handy over its whole stroke. */
const LIMIT = { kind: 'limit', maxSpeed: 400, maxAcceleration: 9_000 } as const;

/** The same speed as funscript-utils states it: the time of a whole stroke, ms. */
const FULL_STROKE_MS = 250;

export async function* rows(): AsyncGenerator<Row> {
  yield parseRow(MANY, 0.6);
  yield parseRow(VERY_MANY, 0.5);

  const text = scriptText(MANY);
  const { columns } = parseScriptFile(text);
  const limiter = interleaved(
    () => JSON.parse(text),
    () => applyRecipe(columns, [LIMIT]),
  );
  yield toRow({
    row: `speed and acceleration limiter, ${MANY} actions; the reference is JSON.parse of the same script`,
    ...limiter,
    unit: 'ms',
    bounds: { ratioAtMost: 0.15 },
  });
  const theirs = JSON.parse(text) as Parameters<typeof funscriptUtils.FunTweaker.getLimitedScript>[0]; // built here
  yield toRow({
    row: `speed limiter, ${MANY} actions; the reference is npm funscript-utils, which knows no acceleration`,
    ...interleaved(
      () => funscriptUtils.FunTweaker.getLimitedScript(theirs, FULL_STROKE_MS),
      () => applyRecipe(columns, [LIMIT]),
    ),
    unit: 'ms',
    bounds: { ratioAtMost: 1 },
  });
  const heatmap = interleaved(
    () => JSON.parse(text),
    () => heatmapOf(columns),
  );
  yield toRow({
    row: `heatmap bins in every resolution, ${MANY} actions; the reference is JSON.parse of the same script`,
    ...heatmap,
    unit: 'ms',
    bounds: { ratioAtMost: 0.2 },
  });
}

function parseRow(actions: number, ratioAtMost: number): Row {
  const text = scriptText(actions);
  const measured = interleaved(
    () => JSON.parse(text),
    () => parseScriptFile(text, 'application/json'),
  );
  return toRow({
    row: `parse and validate a funscript of ${actions} actions; the reference is JSON.parse of the same text`,
    ...measured,
    unit: 'ms',
    bounds: { ratioAtMost },
  });
}

/** Strokes of different lengths at different speeds, as an editor writes them. */
function scriptText(count: number): string {
  const actions = Array.from({ length: count }, (_, index) => ({
    at: index * 137 + (index % 7) * 11,
    pos: (index % 2 === 0 ? 10 : 90) + (((index * 37) % 21) - 10),
  }));
  return JSON.stringify({ version: '1.0', inverted: false, range: 100, actions, metadata: { title: 'bench' } });
}

/** Medians of rounds in turns, ms of processor time. */
function interleaved(reference: () => unknown, value: () => unknown): { value: number; reference: number } {
  const [references, values]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    references.push(processorMs(reference));
    values.push(processorMs(value));
  }
  return { value: median(values), reference: median(references) };
}

function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
