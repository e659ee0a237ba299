/** The part of a service worker's world that ours uses; the page's own library of types has no workers in it. */
export interface WorkerScope {
  readonly location: Location;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { includeUncontrolled: boolean }): Promise<readonly Client[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', run: (event: LastingEvent) => void): void;
  addEventListener(type: 'fetch', run: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', run: (event: LastingEvent & WorkerMessage) => void): void;
}

/** A page of the origin. */
interface Client {
  readonly id: string;
}

/** An event that keeps the worker alive until its work is done. */
export interface LastingEvent {
  waitUntil(work: Promise<unknown>): void;
}

/** What a page of the origin wrote. */
export interface WorkerMessage {
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
  readonly source: Client | null;
}

interface FetchEvent extends LastingEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
