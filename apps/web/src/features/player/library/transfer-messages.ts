import { startOwnWorker } from '../../../device/browser/own-worker.ts';
import type { ImportResult } from './library-transfer.ts';
import workerUrl from './library-worker.ts?worker&url';

/** A request to the worker. */
export type TransferRequest = { readonly kind: 'export' } | { readonly kind: 'import'; readonly file: Blob };

/** The answer of the worker; on failure the `message` and the `name` of the error. */
export type TransferAnswer =
  | { readonly text: Blob }
  | { readonly result: ImportResult }
  | { readonly message: string; readonly name: string };

/** Runs a request in a worker of its own, and ends the worker. Rejects with the worker's error. */
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

/** An error of the worker, recognised by its name. */
function errorOf(answer: TransferAnswer): Error {
  if (!('message' in answer)) return new Error('The worker answered something else');
  return Object.assign(new Error(answer.message), { name: answer.name });
}
