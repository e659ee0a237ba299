import { HttpRefusal, INSUFFICIENT_STORAGE, tactusErrorBody } from './refusal.ts';

/** 400 with a sentence for the author of the request. */
export const badRequest = (message: string) => new HttpRefusal(400, tactusErrorBody('BadRequest', message));

/** 429 with the wait in whole seconds. */
export const tooManyTactusRequests = (message: string, waitMs: number) =>
  new HttpRefusal(429, tactusErrorBody('TooManyRequests', message), {
    'retry-after': String(Math.ceil(waitMs / 1_000)),
  });

/** 507 where this server's limit is reached, or its disk cannot store a request. */
export const insufficientStorage = (message: string) =>
  new HttpRefusal(INSUFFICIENT_STORAGE, tactusErrorBody('InsufficientStorage', message));
