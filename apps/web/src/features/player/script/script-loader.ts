import { type Recipe, type ScriptColumns, ScriptError } from '@tactus/motion';
import { startOwnWorker } from '../../../device/browser/own-worker.ts';
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

/** The part of a worker that a loader uses. */
export interface ScriptWorkerPort {
  postMessage(message: ScriptRequestMessage): void;
  addEventListener(type: 'message', listener: (event: { data: ScriptAnswerMessage }) => void): void;
  addEventListener(type: 'error', listener: (event: unknown) => void): void;
  terminate(): void;
}

interface Waiting {
  resolve(answer: ScriptJobAnswer): void;
  reject(error: Error): void;
}

/** A loader with a worker of its own, started with the first request. */
export function createScriptLoader(open: () => ScriptWorkerPort = openWorker): ScriptLoader {
  const waiting = new Map<number, Waiting>();
  let port: ScriptWorkerPort | undefined;
  let lastId = 0;
  let isClosed = false;

  function end(error: Error) {
    port?.terminate();
    port = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function onMessage({ data }: { data: ScriptAnswerMessage }) {
    const waiter = waiting.get(data.id);
    waiting.delete(data.id);
    if ('answer' in data) waiter?.resolve(data.answer);
    else
      waiter?.reject(
        data.code === undefined
          ? new Error(data.message)
          : new ScriptError(data.code, data.line === undefined ? {} : { line: data.line }),
      );
  }

  function start(): ScriptWorkerPort {
    const started = open();
    started.addEventListener('message', onMessage);
    // The next request starts another one.
    started.addEventListener('error', () => end(new Error('The worker for scripts ended')));
    return started;
  }

  function request<Kind extends ScriptJobKind>(job: ScriptJobRequest<Kind>): Promise<ScriptJobAnswer<Kind>> {
    if (isClosed) return Promise.reject(closed());
    return new Promise((resolve, reject) => {
      const id = ++lastId;
      // The worker answers a request of a kind with an answer of the same kind.
      waiting.set(id, { resolve: resolve as (answer: ScriptJobAnswer) => void, reject });
      port ??= start();
      // A request of one kind belongs to the union; TypeScript cannot infer that for the parameter.
      port.postMessage({ id, ask: job as ScriptJobRequest });
    });
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
      end(closed());
    },
  };
}

const openWorker = (): ScriptWorkerPort => startOwnWorker(workerUrl, 'scripts');

const closed = () => new DOMException('Scripts are not read any more', 'AbortError');

/** Systems give CSV files the media types of other programs: the extension is more reliable. */
function formatOfName(name: string): string | undefined {
  if (/\.csv$/i.test(name)) return 'text/csv';
  return /\.(funscript|json)$/i.test(name) ? 'application/json' : undefined;
}
