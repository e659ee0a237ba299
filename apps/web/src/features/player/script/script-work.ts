import {
  applyRecipe,
  columnsToPoints,
  formatCsv,
  formatFunscript,
  gapsOfScript,
  type Heatmap,
  heatmapOf,
  parseScriptFile,
  type Recipe,
  type ScriptColumns,
  ScriptError,
  type ScriptErrorCode,
  type ScriptGap,
  type ScriptMetadata,
  type ScriptRepairCount,
  type ScriptStatistics,
  scriptToVibration,
  statisticsOf,
} from '@tactus/motion';
import { contentHash } from './script-hash.ts';

/** The figures of some points, recomputed after every change of them. Times in ms from the start of the script. */
export interface ScriptFacts {
  readonly columns: ScriptColumns;
  readonly statistics: ScriptStatistics;
  readonly heatmap: Heatmap;
  /** Where it rests for 5 s or more, from 0 to its last point. */
  readonly gaps: readonly ScriptGap[];
}

/** A file as it was read, before any recipe. */
export interface ScriptFileContent extends ScriptFacts {
  /** SHA-256 of its text without a byte-order mark, in hexadecimal digits: a renamed file has the same. */
  readonly hash: string;
  readonly notes: readonly ScriptRepairCount[];
  readonly about: ScriptMetadata;
}

/** The formats a script can be written in. */
export type ScriptFormat = 'csv' | 'funscript';

/** The requests to the worker and its answers, by kind. */
interface Jobs {
  load: { ask: { readonly file: Blob | string; readonly type: string }; answer: ScriptFileContent };
  edit: { ask: { readonly columns: ScriptColumns; readonly recipe: Recipe }; answer: ScriptFacts };
  vibration: { ask: { readonly columns: ScriptColumns }; answer: ScriptColumns };
  write: { ask: { readonly columns: ScriptColumns; readonly format: ScriptFormat }; answer: string };
}
/** The name of a job of the worker: load, edit or write a script. */
export type ScriptJobKind = keyof Jobs;
/** The input of a job of the worker. */
export type ScriptJobRequest<Kind extends ScriptJobKind = ScriptJobKind> = {
  [K in Kind]: { readonly kind: K } & Jobs[K]['ask'];
}[Kind];
/** The result of a job of the worker. */
export type ScriptJobAnswer<Kind extends ScriptJobKind = ScriptJobKind> = Jobs[Kind]['answer'];

/** A numbered request to the worker. */
export interface ScriptRequestMessage {
  readonly id: number;
  readonly ask: ScriptJobRequest;
}
/** The answer of the worker to a request, or its error. */
export type ScriptAnswerMessage =
  | { readonly id: number; readonly answer: ScriptJobAnswer }
  | {
      readonly id: number;
      readonly code: ScriptErrorCode | undefined;
      readonly message: string;
      /** Where a script is broken, from 1. */
      readonly line: number | undefined;
    };

/** Does one job. Never rejects: an error becomes the answer. */
export async function runScriptJob({ id, ask: job }: ScriptRequestMessage): Promise<ScriptAnswerMessage> {
  try {
    return { id, answer: await doJob(job) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const { code, line } = error instanceof ScriptError ? error : {};
    return { id, code, message, line };
  }
}

/** The buffers of an answer that can be transferred without copying. */
export function answerTransferables(message: ScriptAnswerMessage): ArrayBuffer[] {
  if (!('answer' in message) || typeof message.answer === 'string') return [];
  const { answer } = message;
  if (!('columns' in answer)) return buffersOf(answer);
  const levels = answer.heatmap.levels.flatMap(({ speeds, low, high }) => [speeds.buffer, low.buffer, high.buffer]);
  return [...buffersOf(answer.columns), ...levels];
}

const buffersOf = ({ timesMs, positions }: ScriptColumns) => [timesMs.buffer, positions.buffer];

async function doJob(job: ScriptJobRequest): Promise<ScriptJobAnswer> {
  switch (job.kind) {
    case 'load': {
      const text = typeof job.file === 'string' ? job.file : await job.file.text();
      const { columns, notes, about } = parseNamingLine(text, job.type);
      return { hash: await contentHash(text), notes, about, ...factsOf(columns) };
    }
    case 'edit':
      return factsOf(applyRecipe(job.columns, job.recipe));
    case 'vibration':
      return scriptToVibration(job.columns);
    case 'write': {
      const points = columnsToPoints(job.columns);
      return job.format === 'csv' ? formatCsv(points) : formatFunscript(points);
    }
  }
}

/** Reads a script; the error for a broken JSON text names the line, as that for CSV does. */
function parseNamingLine(text: string, type: string): ReturnType<typeof parseScriptFile> {
  try {
    return parseScriptFile(text, type);
  } catch (error) {
    const line =
      error instanceof ScriptError && error.cause instanceof SyntaxError
        ? lineOfJsonError(error.cause.message, text)
        : undefined;
    throw line === undefined ? error : new ScriptError('invalid-json', { cause: error, line });
  }
}

/** V8 quotes the text around an error, from so many characters before it. */
const QUOTED_BEFORE = 10;

/** The line of a JSON error as browsers word it; undefined where it names no place, or the text has one line. */
function lineOfJsonError(message: string, text: string): number | undefined {
  if (!text.trim().includes('\n')) return undefined;
  const [, line] = /line (\d+)/.exec(message) ?? [];
  if (line !== undefined) return Number(line);
  const [, position] = /position (\d+)/.exec(message) ?? [];
  const [, quote] = /\.\.\."([\s\S]+)"(?:\.\.\.)? is not valid JSON$/.exec(message) ?? [];
  const quoteAt = quote === undefined ? -1 : text.indexOf(quote);
  const at = position !== undefined ? Number(position) : quoteAt < 0 ? undefined : quoteAt + QUOTED_BEFORE;
  return at === undefined ? undefined : text.slice(0, at).split('\n').length;
}

const factsOf = (columns: ScriptColumns): ScriptFacts => ({
  columns,
  statistics: statisticsOf(columns),
  heatmap: heatmapOf(columns),
  gaps: gapsOfScript(columns),
});
