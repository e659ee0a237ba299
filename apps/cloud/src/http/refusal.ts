import { isStoreAway, storageProblemOf } from '../store/storage-fault.ts';

/** The status of a request that could not be stored. */
export const INSUFFICIENT_STORAGE = 507;

/** A refusal with an HTTP status and body; thrown in any handler, sent by the error handler. */
export class HttpRefusal extends Error {
  override readonly name = 'HttpRefusal';
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    super(`HTTP ${status}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** The body of a refusal outside the vendor's surface. */
export const tactusErrorBody = (name: string, message: string) => ({ error: { name, message } });

/** The answer to an unknown address. */
export const notFound = (message: string) => new HttpRefusal(404, tactusErrorBody('NotFound', message));

/** The status of a request while the database does not answer. */
const UNAVAILABLE = 503;

/** Whether the status of `readServerError` is that of a fault of the storage. */
export const isStorageStatus = (status: number): boolean => status === INSUFFICIENT_STORAGE || status === UNAVAILABLE;

/**
 * Status and message of an error that the server itself raised (a body too long, say), 507 or 503 for a fault of the storage; 500 for
 * any other.
 */
export function readServerError(error: unknown): { readonly status: number; readonly message: string } {
  const storageProblem = storageProblemOf(error);
  if (storageProblem !== undefined)
    return { status: isStoreAway(error) ? UNAVAILABLE : INSUFFICIENT_STORAGE, message: storageProblem };
  if (!(error instanceof Error)) return { status: 500, message: String(error) };
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  return { status, message: error.message };
}
