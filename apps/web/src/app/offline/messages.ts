/** The messages of the page to the service worker. */
export type MessageToWorker =
  /** Whether a script belongs to the worker's own build; answered with `true` or `false` on the port that comes along. */
  | { readonly type: 'is-yours'; readonly path: string }
  /** Cache these files of the build: they were loaded before the worker could see their requests. */
  | { readonly type: 'keep'; readonly paths: readonly string[] }
  /**
   * Cache what every page of the build needs in a language, so many more files; answered with how many are left on the port
   * that comes along.
   */
  | { readonly type: 'keep-ahead'; readonly language: string; readonly most: number }
  /** Take the pages over from the worker of the previous version. */
  | { readonly type: 'take-over' };

/** Sends a worker a message that it does not answer. */
export const sendToWorker = (worker: ServiceWorker, message: MessageToWorker): void => worker.postMessage(message);

/** Sends a worker a request. A worker of an older version may never answer. */
export function sendWorkerRequest(worker: ServiceWorker, message: MessageToWorker): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => {
      port1.close();
      resolve(data);
    };
    worker.postMessage(message, [port2]);
  });
}

/** Marks an answer that comes from the cache because the site could not be reached. */
export const FROM_CACHE_HEADER = 'x-tactus-kept';
