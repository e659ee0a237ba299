import { HttpRefusal, INSUFFICIENT_STORAGE, tactusErrorBody } from './refusal.ts';

/** 400 with a sentence for the author of the request. */
export const badRequest = (message: string) => new HttpRefusal(400, tactusErrorBody('BadRequest', message));

/** 429 with the wait in whole seconds. */
export const tooManyTactusRequests = (message: string, waitMs: number) =>
  new HttpRefusal(429, tactusErrorBody('TooManyRequests', message), {
    'retry-after': String(Math.ceil(waitMs / 1_000)),
  });

/** 507 where this server's limit is reached, or its disk cannot store a request. */
export const insufficientStorage = (message: string) => notStored(INSUFFICIENT_STORAGE, message);

/** A request that could not be stored: 507, or 503 where the database does not answer. */
export const notStored = (status: number, message: string) =>
  status === INSUFFICIENT_STORAGE
    ? new HttpRefusal(status, tactusErrorBody('InsufficientStorage', message))
    : new HttpRefusal(status, tactusErrorBody('ServiceUnavailable', message), { 'retry-after': '1' });
