import { join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { ParseJob } from './parse-job.ts';
import { type ParseOutcome, type ParseThreadMessage, transferablesOf } from './parse-messages.ts';

/** Why a thread ended by itself: it ran out of memory, or a fault of ours. */
export type ThreadEndCause = { readonly why: 'out-of-memory' } | { readonly why: 'fault'; readonly error: unknown };

/** Callbacks of a thread. */
export interface ThreadListener {
  /** The thread is ready for its first job. */
  onReady(): void;
  onOutcome(outcome: ParseOutcome): void;
  /** The thread ended by itself. */
  onEnd(end: ThreadEndCause): void;
}

/** A thread that parses one job at a time. */
export interface ParseThread {
  /** Begins a job; its bytes are transferred. */
  run(job: ParseJob): void;
  /** Ends the thread, also during a job. No callback follows. */
  end(): void;
}

/**
 * The memory of a thread, in MiB. It is above the need of any job that passes the check of its structure, and must be: V8 ends
 * the whole process, not only the thread, where some of its own functions (`JSON.parse` among them) exceed the limit.
 */
const MEMORY = { maxOldGenerationSizeMb: 640, maxYoungGenerationSizeMb: 32 } as const;

const FILE = new URL('./parse-worker.ts', import.meta.url);

/** Lets a thread read TypeScript, where the cloud runs from source: in tests, tools and benchmarks. */
const SOURCE_RUNNER = join('tools', 'run-from-source.mjs');

/** Starts a thread that does not prevent the process from ending. Throws where the system provides no thread. */
export function startParseThread(listener: ThreadListener): ParseThread {
  return toParseThread(new Worker(FILE, optionsOf(FILE)), listener);
}

/**
 * The thread of a newly started worker.
 * @internal
 */
export function toParseThread(worker: Worker, { onReady, onOutcome, onEnd }: ThreadListener): ParseThread {
  let isOver = false;
  function endBy(end: ThreadEndCause): void {
    if (isOver) return;
    isOver = true;
    onEnd(end);
  }
  worker.unref();
  worker.on('message', (message: ParseThreadMessage) => {
    if (isOver) return;
    if (message.type === 'ready') onReady();
    else onOutcome(message.outcome);
  });
  worker.on('error', (error: NodeJS.ErrnoException) =>
    endBy(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? { why: 'out-of-memory' } : { why: 'fault', error }),
  );
  worker.on('exit', (code) => endBy({ why: 'fault', error: new Error(`It exited with code ${code}`) }));
  return {
    run: (job) => worker.postMessage(job, transferablesOf(job)),
    end() {
      isOver = true;
      void worker.terminate();
    },
  };
}

/** In a built program the file is a data URL with the built code of the thread. */
function optionsOf(file: URL): WorkerOptions {
  if (!file.pathname.endsWith('.ts')) return { resourceLimits: MEMORY };
  const [repository = ''] = fileURLToPath(file).split(`${sep}apps${sep}cloud${sep}`);
  const fromSource = ['--conditions=@tactus/source', '--import', pathToFileURL(join(repository, SOURCE_RUNNER)).href];
  return { resourceLimits: MEMORY, execArgv: fromSource };
}
