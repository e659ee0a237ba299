import * as z from 'zod/mini';
import { TOKEN_TTL_DEFAULT_S, TOKEN_TTL_MAX_S, TOKEN_TTL_MIN_S } from './api-limits.ts';
import { type CallSummaries, defineGetEndpoint } from './endpoint.ts';
import { HTTP_ERROR_TEXTS } from './system.ts';

const text = z.optional(z.string().check(z.minLength(1)));

/** What a client token is restricted to. `ck` and `to` both name the connection key: clients in use send either. */
export const tokenRequestSchema = z.object({
  ttl: z._default(
    z.coerce.number().check(z.int(), z.gte(TOKEN_TTL_MIN_S), z.lte(TOKEN_TTL_MAX_S)),
    TOKEN_TTL_DEFAULT_S,
  ),
  ck: text,
  to: text,
  ip: text,
  origin: text,
  r: text,
  ua: text,
  al: text,
  ae: text,
  cc: text,
});
/** What a client token is restricted to, as the cloud reads it from a request. */
export type TokenRequest = z.output<typeof tokenRequestSchema>;

/** An issued client token. `renew` is an address that prolongs it while it lives; instants as RFC 3339 text. */
export const issuedTokenSchema = z.object({
  token_ref: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  token: z.string(),
  renew: z.string(),
});
/** An issued client token, as the answer has it. */
export type IssuedToken = z.output<typeof issuedTokenSchema>;

const signedQuery = z.object({
  a: z.string(),
  d: z.string(),
  iv: z.string(),
  k: z.string(),
  s: z.string(),
  uexp: z.string(),
});

const application = { answeredBy: 'cloud', address: 'none', result: issuedTokenSchema } as const;

/** Client tokens: short-lived credentials that a page can hold in place of an application key. */
export const authEndpoints = {
  issueToken: defineGetEndpoint('/auth/token/issue', {
    ...application,
    credential: 'application-key',
    input: tokenRequestSchema,
    statusTexts: HTTP_ERROR_TEXTS,
  }),
  renewToken: defineGetEndpoint('/auth/token/renew', {
    ...application,
    credential: 'none',
    input: signedQuery,
    statusTexts: HTTP_ERROR_TEXTS,
  }),
};

/** One-line summaries of these calls, for the API document. */
export const authSummaries: CallSummaries<typeof authEndpoints> = {
  issueToken: 'Issue a client token; needs an application key',
  renewToken: 'Prolong a token by the signed address that came with it',
};
