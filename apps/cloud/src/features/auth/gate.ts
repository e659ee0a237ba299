import { createHash } from 'node:crypto';
import type { CloudConfig } from '../../config/config.ts';
import { isSessionText } from '../shares/guest-session.ts';
import { brokenRestriction, type RequestFacts } from './restrictions.ts';
import { isTokenText, type Tokens } from './tokens.ts';

/** Who makes a request. */
export interface Caller {
  readonly kind: 'application-id' | 'application-key' | 'token' | 'guest';
  /** For whom requests are counted. Never shown, never logged. */
  readonly id: string;
  /** Whether there is anything that it is not allowed. */
  readonly isRestricted: boolean;
  /** What about the request this caller is not allowed, in words; undefined when all is well. */
  forbidden(facts: RequestFacts): string | undefined;
  /** Whether the credential is still good; a token's stream ends with the token. */
  isAlive(): boolean;
}

/** Knows which credentials are good (decisions.md 48). */
export interface Gate {
  /** The caller of the first good credential; undefined when none is. */
  identify(credentials: readonly string[]): Caller | undefined;
  /** Whether one of the credentials may issue tokens. */
  mayIssueTokens(credentials: readonly string[]): boolean;
}

const nothing = () => undefined;
const always = () => true;

/** Somebody without limits; written out, for one is made at every request. */
const unlimited = (kind: 'application-id' | 'application-key', id: string): Caller => ({
  kind,
  id,
  isRestricted: false,
  forbidden: nothing,
  isAlive: always,
});

export function createGate(config: CloudConfig, tokens: Tokens): Gate {
  const applicationIds = new Set(config.apiKeys);
  const applicationKeys = new Set(config.applicationKeys.map(hashOf));
  const isApplicationKey = (credential: string) => applicationKeys.size > 0 && applicationKeys.has(hashOf(credential));

  function identifyOne(credential: string): Caller | undefined {
    if (isTokenText(credential)) return tokenCaller(credential);
    if (isApplicationKey(credential)) return unlimited('application-key', credential);
    const good = applicationIds.size === 0 || applicationIds.has(credential);
    return good ? unlimited('application-id', credential) : undefined;
  }

  function tokenCaller(text: string): Caller | undefined {
    const token = tokens.find(text);
    return (
      token && {
        kind: 'token',
        id: token.ref,
        isRestricted: true,
        forbidden: (facts) => brokenRestriction(token.restrictions, facts),
        isAlive: () => tokens.isAlive(token),
      }
    );
  }

  return {
    identify(credentials) {
      // Whatever else stands beside a session: it is a guest who asks.
      if (credentials.some(isSessionText)) return undefined;
      for (const credential of credentials) {
        const caller = identifyOne(credential);
        if (caller) return caller;
      }
      return undefined;
    },
    mayIssueTokens: (credentials) =>
      applicationKeys.size > 0
        ? credentials.some(isApplicationKey)
        : config.loopbackOnly &&
          !credentials.some(isSessionText) &&
          credentials.some((credential) => !isTokenText(credential)),
  };
}

/** Secrets are compared by hash, so that the time of a comparison tells nothing about them. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
