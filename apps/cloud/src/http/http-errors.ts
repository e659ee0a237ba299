import { errorBody, HttpRefusal } from './refusal.ts';

/** 400 with a sentence for whoever wrote the request. */
export const badRequest = (message: string) => new HttpRefusal(400, errorBody('BadRequest', message));

/** 429 with the wait in whole seconds. */
export const tooMany = (message: string, waitMs: number) =>
  new HttpRefusal(429, errorBody('TooManyRequests', message), { 'retry-after': String(Math.ceil(waitMs / 1_000)) });

/** 507 for what this server has no room for. */
export const noRoom = (message: string) => new HttpRefusal(507, errorBody('InsufficientStorage', message));
