import { DEVICE_API_PREFIX, DEVICE_REFERENCE_PATTERN, endpointOf } from '@tactus/protocol';
import type { TokenGrant } from '../../features/auth/client-token-registry.ts';
import { toTokenRestrictions } from '../../features/auth/restrictions.ts';
import { statusError } from '../../http/answers.ts';
import { ownOrigin } from '../../http/own-origin.ts';
import type { CloudCallContext, CloudHandlers } from './cloud-call.ts';

/** Client tokens. Admission has already checked that the caller may issue them. */
export const authHandlers: CloudHandlers<'auth'> = {
  'auth.issueToken': async (input, context) => {
    const bad = (problem: string) => statusError(endpointOf('auth.issueToken'), 400, { problem });
    if (input.ck && input.to && input.ck !== input.to) throw bad('ck and to name different devices');
    const restrictions = toTokenRestrictions(input);
    const { connectionKey } = restrictions;
    if (connectionKey !== undefined && !DEVICE_REFERENCE_PATTERN.test(connectionKey))
      throw bad('ck is no connection key');
    return toAnswer(await context.parts.tokens.issue(restrictions, input.ttl), context);
  },

  'auth.renewToken': async (input, context) => {
    const renewed = await context.parts.tokens.renew(input);
    if (!renewed) throw statusError(endpointOf('auth.renewToken'), 401);
    return toAnswer(renewed, context);
  },
};

function toAnswer({ token, text, renewal }: TokenGrant, { parts, request }: CloudCallContext) {
  const query = new URLSearchParams({ ...renewal });
  return {
    token_ref: token.ref,
    created_at: new Date(token.createdAtMs).toISOString(),
    expires_at: new Date(token.expiresAtMs).toISOString(),
    token: text,
    renew: `${ownOrigin(parts.config, request)}${DEVICE_API_PREFIX}/auth/token/renew?${query}`,
  };
}
