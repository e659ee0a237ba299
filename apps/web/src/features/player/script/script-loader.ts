import { type Recipe, type ScriptColumns, ScriptError } from '@tactus/motion';
import { startOwnWorker } from '../../../device/browser/own-worker.ts';
import { createWorkerRequests, type WorkerPort } from '../../../device/browser/worker-requests.ts';
import type {
  ScriptAnswerMessage,
  ScriptFacts,
  ScriptFileContent,
  ScriptFormat,
  ScriptJobAnswer,
  ScriptJobKind,
  ScriptJobRequest,
  ScriptRequestMessage,
} from './script-work.ts';
import workerUrl from './script-worker.ts?worker&url';

/** A script ready to be shown and played: a file as it was read, and its points after a recipe. */
export interface LoadedScript extends ScriptFileContent {
  /** The name of the file, or its address. */
  readonly name: string;
  /** The points of the file; `columns` are the same where the recipe is empty. */
  readonly original: ScriptColumns;
  /** The recipe behind `columns`, `statistics`, `heatmap` and `gaps`. */
  readonly recipe: Recipe;
}

/** Reads and edits scripts in a worker, so that it delays no frame. */
export interface ScriptLoader {
  /**
   * Reads a file or a text. A name that ends in `.csv`, `.json` or `.funscript` decides the format, else the content
   * `type`, else the text. Rejects with a `ScriptError` whose message is the specification's text.
   */
  load(file: Blob | string, name: string, type: string): Promise<LoadedScript>;
  /** The same file with another recipe, from its original points. Rejects with an Error for an invalid step. */
  edit(script: LoadedScript, recipe: Recipe): Promise<LoadedScript>;
  /** The points of a script as the strengths of a vibration, percent, for a device without a slider. */
  toVibration(columns: ScriptColumns): Promise<ScriptColumns>;
  /** The points as a file, for an upload or a download. */
  write(columns: ScriptColumns, format: ScriptFormat): Promise<string>;
  /** Ends the worker; unanswered requests reject with an AbortError. */
  close(): void;
}

/** The worker of a loader. */
export type ScriptWorkerPort = WorkerPort<ScriptRequestMessage, ScriptAnswerMessage>;

/** A loader with a worker of its own, started with the first request. */
export function createScriptLoader(
  open: () => ScriptWorkerPort = () => startOwnWorker(workerUrl, 'scripts'),
): ScriptLoader {
  const worker = createWorkerRequests(open, 'scripts');
  let isClosed = false;

  async function request<Kind extends ScriptJobKind>(job: ScriptJobRequest<Kind>): Promise<ScriptJobAnswer<Kind>> {
    if (isClosed) throw closed();
    // A request of one kind belongs to the union; TypeScript cannot infer that for the parameter.
    const answer = await worker.request({ ask: job as ScriptJobRequest });
    // The worker answers a request of a kind with an answer of the same kind.
    if ('answer' in answer) return answer.answer as ScriptJobAnswer<Kind>;
    if (answer.code === undefined) throw new Error(answer.message);
    throw new ScriptError(answer.code, answer.line === undefined ? {} : { line: answer.line });
  }

  return {
    async load(file, name, type) {
      const read = await request<'load'>({ kind: 'load', file, type: formatOfName(name) ?? type });
      return { ...read, name, original: read.columns, recipe: [] };
    },
    async edit(script, recipe) {
      const facts: ScriptFacts = await request<'edit'>({ kind: 'edit', columns: script.original, recipe });
      return { ...script, ...facts, recipe };
    },
    toVibration: (columns) => request<'vibration'>({ kind: 'vibration', columns }),
    write: (columns, format) => request<'write'>({ kind: 'write', columns, format }),
    close() {
      isClosed = true;
      worker.end(closed());
    },
  };
}

const closed = () => new DOMException('Scripts are not read any more', 'AbortError');

/** Systems give CSV files the media types of other programs: the extension is more reliable. */
function formatOfName(name: string): string | undefined {
  if (/\.csv$/i.test(name)) return 'text/csv';
  return /\.(funscript|json)$/i.test(name) ? 'application/json' : undefined;
}
