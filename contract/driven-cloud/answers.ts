/** Expected forms of answers on the wire (docs/device-api.md#25-answers). */
import { type CallName, type Endpoint, type ErrorKind, errorKinds } from '@tactus/protocol';
import { expect } from 'vitest';
import type { Answer } from '../cloud/running-cloud.ts';
import type { Profile } from './driven-cloud.ts';
import { expectToFit } from './fits.ts';

/** The vendor's document has these calls without `{result}`. */
const BARE_FOR_VENDOR: ReadonlySet<CallName> = new Set(['hsp.pause', 'hsp.resume', 'hssp.pause', 'hssp.resume']);

export const UNAUTHENTICATED = { error: { name: '', message: 'Unauthenticated' } };
export const MISSING_KEY = { name: 'Bad request', message: 'Missing connection key in request' };

/** A refusal inside 200. */
export const refusal = ({ code, name, message }: ErrorKind, connected = true) => ({
  error: { code, name, message, connected },
});

export const OFFLINE = refusal(errorKinds.deviceNotConnected, false);

/** The result of an answer, after checks of status, type, envelope and schema. */
export function resultOf(answer: Answer, { name, endpoint }: { name: CallName; endpoint: Endpoint }, profile: Profile) {
  expect([answer.status, answer.text], name).toEqual([200, expect.not.stringMatching(/^\{"error"/)]);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  const isBare = endpoint.envelope === 'bare' || (profile === 'vendor' && BARE_FOR_VENDOR.has(name));
  if (!isBare) expect(Object.keys(answer.json as object)).toEqual(['result']);
  const result = isBare ? answer.json : (answer.json as { result: unknown }).result;
  expectToFit(endpoint.result, result, name);
  return result;
}

/** Asserts the 400 for input outside the contract: of a call to a device, or in the general form. */
export function expectBadInput(answer: Answer, endpoint: Endpoint, message: string | undefined): void {
  const general = { code: 400, name: 'Bad Request', message: endpoint.statusTexts[400] ?? 'Bad Request' };
  const said = message ?? expect.stringMatching(/^\S.+\S$/);
  expect([answer.status, answer.json], answer.text).toEqual([
    400,
    endpoint.address === 'none'
      ? { error: { ...general, data: { problem: said } } }
      : { error: { code: 200_003, name: 'InvalidParameter', message: said, connected: true } },
  ]);
}
