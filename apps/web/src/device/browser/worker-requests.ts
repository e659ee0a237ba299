/** The part of a worker that answers requests. */
export interface WorkerPort<Request, Answer> {
  postMessage(message: Request, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: { data: Answer }) => void): void;
  addEventListener(type: 'error', listener: (event: unknown) => void): void;
  terminate(): void;
}

/** Requests to a worker, each with its answer. */
export interface WorkerRequests<Request, Answer> {
  /** Resolves with the answer to a request. Rejects when the worker ends. */
  request(part: Omit<Request, 'id'>, transfer?: Transferable[]): Promise<Answer>;
  /** Ends the worker; unanswered requests reject with `error`. The next request starts another worker. */
  end(error: Error): void;
}

/** A worker ended before it answered, or never started: nothing is known of what it was to read. */
export class WorkerEndedError extends Error {}

/** Creates the requests to a worker that is opened with the first of them; `name` is in the error of a worker that ended. */
export function createWorkerRequests<Request extends { readonly id: number }, Answer extends { readonly id: number }>(
  open: () => WorkerPort<Request, Answer>,
  name: string,
): WorkerRequests<Request, Answer> {
  const waiting = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>();
  let port: WorkerPort<Request, Answer> | undefined;
  let lastId = 0;

  function end(error: Error): void {
    port?.terminate();
    port = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function start(): WorkerPort<Request, Answer> {
    const started = open();
    started.addEventListener('message', ({ data }) => {
      waiting.get(data.id)?.resolve(data);
      waiting.delete(data.id);
    });
    started.addEventListener('error', () => end(new WorkerEndedError(`The worker for ${name} ended`)));
    return started;
  }

  return {
    request: (part, transfer = []) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        waiting.set(id, { resolve, reject });
        port ??= start();
        port.postMessage({ ...part, id } as Request, transfer); // the id is the only field that `part` lacks
      }),
    end,
  };
}
