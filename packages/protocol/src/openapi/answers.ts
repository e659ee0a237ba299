import { type Json, jsonContent, referenceTo } from './schema-writer.ts';

/** The body of a refusal: `Error` under `error`. */
const wrapped: Json = { type: 'object', properties: { error: referenceTo('Error') }, required: ['error'] };

/** The body of a 400 without a connection key, which is not wrapped. */
const unwrapped: Json = {
  type: 'object',
  properties: { name: { type: 'string' }, message: { type: 'string' } },
  required: ['name', 'message'],
};

const refusals: Readonly<Record<string, string>> = {
  Unauthenticated: 'No credential, or one that is not good',
  Forbidden: 'The credential is not for this device, address or origin, or a guest may not do this',
  RequestTimeout: 'The request did not arrive in time',
  Conflict: 'A guest may not do this now',
  PayloadTooLarge: 'The body is too large',
  TooManyRequests: 'More requests than this minute allows; the header Retry-After has the wait in seconds',
  InternalServerError: 'An error of the cloud itself',
  ServiceUnavailable:
    'The cloud reads too many large bodies at once, or its database does not answer and the request may or may not be stored; the header Retry-After has the wait in seconds',
  InsufficientStorage: 'The store of the cloud is full or cannot be used; nothing was stored',
};

/** The refusals of the device API by HTTP status: a name under `components`. */
const byStatus: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthenticated',
  403: 'Forbidden',
  408: 'RequestTimeout',
  409: 'Conflict',
  413: 'PayloadTooLarge',
  429: 'TooManyRequests',
  500: 'InternalServerError',
  503: 'ServiceUnavailable',
  507: 'InsufficientStorage',
};

/** The answers that operations refer to. */
export const sharedAnswers: Json = {
  BadRequest: {
    description: 'No connection key, or input outside the contract',
    content: jsonContent({ anyOf: [wrapped, unwrapped] }),
  },
  ...Object.fromEntries(
    Object.entries(refusals).map(([name, description]) => [name, { description, content: jsonContent(wrapped) }]),
  ),
};

/** References to the shared answers of these HTTP statuses. Throws for a status without one. */
export function refusalAnswerReferences(statuses: Iterable<number>): Json {
  return Object.fromEntries(
    [...new Set(statuses)]
      .toSorted((one, other) => one - other)
      .map((status) => {
        const name = byStatus[status];
        if (name === undefined) throw new Error(`No answer is described for HTTP ${status}`);
        return [String(status), referenceTo(name, 'responses')];
      }),
  );
}

/** An answer of JSON that is a result or, also with HTTP 200, the refusal of the device. */
export const resultOrRefusalAnswer = (result: Json): Json =>
  jsonContent({ oneOf: [{ type: 'object', properties: { result }, required: ['result'] }, wrapped] });
