import type { CloudConfig } from '../../config/config.ts';
import { hashSecret } from '../../store/secret-hash.ts';
import { isSessionText } from '../shares/guest-session.ts';
import { type ClientTokenRegistry, isTokenText } from './client-token-registry.ts';
import { describeBrokenRestriction, type RequestFactsForRestrictions } from './restrictions.ts';

/** The authenticated caller of a request. */
export interface Caller {
  readonly kind: 'application-id' | 'application-key' | 'token' | 'guest';
  /** The identity under which requests are counted. Never shown, never logged. */
  readonly id: string;
  /** Whether a token restricts the caller. */
  readonly isRestricted: boolean;
  /** The restriction that the request violates, in words; undefined where there is none. */
  forbidden(facts: RequestFactsForRestrictions): string | undefined;
  /** Whether the credential is still valid; a token's stream ends with the token. */
  isAlive(): boolean;
}

/** Checks credentials: application ids are public, application keys are secret, and only keys may issue tokens. */
export interface CredentialGate {
  /** The caller of the first valid credential; undefined when none is valid. */
  identify(credentials: readonly string[]): Caller | undefined;
  /** Whether one of the credentials may issue tokens. */
  mayIssueTokens(credentials: readonly string[]): boolean;
}

/** A longer application id is counted under its hash: anybody can make one up, as long as a header may be. */
const COUNTED_ID_MAX = 64;

const countedId = (id: string): string => (id.length > COUNTED_ID_MAX ? hashSecret(id) : id);

const nothing = () => undefined;
const always = () => true;

/** A caller without restrictions; written out, because every request makes one. */
const unlimited = (kind: 'application-id' | 'application-key', id: string): Caller => ({
  kind,
  id,
  isRestricted: false,
  forbidden: nothing,
  isAlive: always,
});

/** Returns a gate for the configured ids and keys and for the given tokens; without configured ids any id is valid. */
export function createCredentialGate(config: CloudConfig, tokens: ClientTokenRegistry): CredentialGate {
  const applicationIds = new Set(config.apiKeys);
  const applicationKeys = new Set(config.applicationKeys.map(hashSecret));
  const isApplicationKey = (credential: string) =>
    applicationKeys.size > 0 && applicationKeys.has(hashSecret(credential));

  function identifyOne(credential: string): Caller | undefined {
    if (isTokenText(credential)) return tokenCaller(credential);
    if (isApplicationKey(credential)) return unlimited('application-key', countedId(credential));
    const good = applicationIds.size === 0 || applicationIds.has(credential);
    return good ? unlimited('application-id', countedId(credential)) : undefined;
  }

  function tokenCaller(text: string): Caller | undefined {
    const token = tokens.find(text);
    return (
      token && {
        kind: 'token',
        id: token.ref,
        isRestricted: true,
        forbidden: (facts) => describeBrokenRestriction(token.restrictions, facts),
        isAlive: () => tokens.isAlive(token),
      }
    );
  }

  return {
    identify(credentials) {
      // A request with a guest's session is a guest's, whatever other credentials it has.
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

/** Secrets are compared by hash, so that the time of a comparison discloses nothing about them. */
