/** The part of a service worker's global scope that ours uses; the type library of pages has no workers in it. */
export interface ServiceWorkerScope {
  readonly location: Location;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { includeUncontrolled: boolean }): Promise<readonly Client[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', run: (event: ExtendableWorkerEvent) => void): void;
  addEventListener(type: 'fetch', run: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', run: (event: ExtendableWorkerEvent & WorkerMessageEvent) => void): void;
}

/** A page of the origin. */
interface Client {
  readonly id: string;
}

/** An event that can extend the worker's life until its work is done. */
export interface ExtendableWorkerEvent {
  waitUntil(work: Promise<unknown>): void;
}

/** The message of a page of the origin. */
export interface WorkerMessageEvent {
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
  readonly source: Client | null;
}

interface FetchEvent extends ExtendableWorkerEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
