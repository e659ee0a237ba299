import type { ParseRefusal, ParseRefusalReason } from '../parsing/parse-refusal.ts';
import { HttpRefusal } from './refusal.ts';

const STATUS: Readonly<Record<ParseRefusalReason, number>> = {
  invalid: 400,
  'too-large': 413,
  'too-slow': 400,
  'too-heavy': 413,
  busy: 503,
  'over-limit': 429,
};

/** The answer to a request that could not be read; `bodyOf` makes the body of its API from the message. */
export function parseErrorToRefusal(
  { reason, message, retryMs }: ParseRefusal,
  bodyOf: (message: string) => unknown,
): HttpRefusal {
  const headers = retryMs > 0 ? { 'retry-after': String(Math.ceil(retryMs / 1_000)) } : {};
  return new HttpRefusal(STATUS[reason], bodyOf(message), headers);
}
