import { startOwnWorker } from '../../../device/browser/own-worker.ts';
import type { ImportResult } from './library-transfer.ts';
import workerUrl from './library-worker.ts?worker&url';

/** What the worker is asked to do. */
export type TransferRequest = { readonly kind: 'export' } | { readonly kind: 'import'; readonly file: Blob };

/** What it answers; the `message` and the `name` of the error where it went wrong. */
export type TransferAnswer =
  | { readonly text: Blob }
  | { readonly result: ImportResult }
  | { readonly message: string; readonly name: string };

/** Has a worker of its own do it, and ends the worker. Rejects with what the worker says. */
function request(what: TransferRequest): Promise<TransferAnswer> {
  const worker = startOwnWorker(workerUrl, 'library');
  return new Promise<TransferAnswer>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<TransferAnswer>) => resolve(data));
    worker.addEventListener('error', () => reject(new Error('The worker for the library ended')));
    worker.postMessage(what);
  }).finally(() => worker.terminate());
}

/** The whole library as a file. Rejects where it cannot be read. */
export async function exportInWorker(): Promise<Blob> {
  const answer = await request({ kind: 'export' });
  if ('text' in answer) return answer.text;
  throw errorOf(answer);
}

/** Adds what a file holds. Rejects where it is no export of a library (`isNoLibrary`), and where it cannot be stored. */
export async function importInWorker(file: Blob): Promise<ImportResult> {
  const answer = await request({ kind: 'import', file });
  if ('result' in answer) return answer.result;
  throw errorOf(answer);
}

/** An error of the worker, by the name that it has there. */
function errorOf(answer: TransferAnswer): Error {
  if (!('message' in answer)) return new Error('The worker answered something else');
  return Object.assign(new Error(answer.message), { name: answer.name });
}
