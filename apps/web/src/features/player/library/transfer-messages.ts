import { startOwnWorker } from '../../../device/browser/own-worker.ts';
import type { LibraryImportResult } from './library-transfer.ts';
import workerUrl from './library-worker.ts?worker&url';

/** A request to the worker that exports and imports the library. */
export type LibraryTransferRequest = { readonly kind: 'export' } | { readonly kind: 'import'; readonly file: Blob };

/** The answer of the worker; on failure the `message` and the `name` of the error. */
export type LibraryTransferAnswer =
  | { readonly text: Blob }
  | { readonly result: LibraryImportResult }
  | { readonly message: string; readonly name: string };

/** Runs a request in a worker of its own, and ends the worker. Rejects with the worker's error. */
function request(what: LibraryTransferRequest): Promise<LibraryTransferAnswer> {
  const worker = startOwnWorker(workerUrl, 'library');
  return new Promise<LibraryTransferAnswer>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<LibraryTransferAnswer>) => resolve(data));
    worker.addEventListener('error', () => reject(new Error('The worker for the library ended')));
    worker.postMessage(what);
  }).finally(() => worker.terminate());
}

/** The whole library as a file. Rejects where it cannot be read. */
export async function exportLibraryInWorker(): Promise<Blob> {
  const answer = await request({ kind: 'export' });
  if ('text' in answer) return answer.text;
  throw errorOf(answer);
}

/**
 * Adds the content of an exported file to the library. Rejects where the file is no export of a library
 * (`isInvalidLibraryExport`), and where the content cannot be stored.
 */
export async function importLibraryInWorker(file: Blob): Promise<LibraryImportResult> {
  const answer = await request({ kind: 'import', file });
  if ('result' in answer) return answer.result;
  throw errorOf(answer);
}

/** An error of the worker, recognised by its name. */
function errorOf(answer: LibraryTransferAnswer): Error {
  if (!('message' in answer)) return new Error('The worker answered something else');
  return Object.assign(new Error(answer.message), { name: answer.name });
}
