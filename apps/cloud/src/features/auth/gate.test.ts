import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { type CloudConfig, defaultConfig } from '../../config/config.ts';
import { openStore } from '../../store/database.ts';
import { createClientTokenRegistry } from './client-token-registry.ts';
import { createCredentialGate } from './gate.ts';

async function startGate(changes: Partial<CloudConfig> = {}) {
  const time = createFakeTime();
  const tokens = await createClientTokenRegistry({ store: await openStore(':memory:'), time });
  return { time, tokens, gate: createCredentialGate(defaultConfig(changes), tokens) };
}

test('without a list of application ids any non-empty credential is valid', async () => {
  const { gate } = await startGate();
  expect(gate.identify(['anything'])).toMatchObject({ kind: 'application-id', id: 'anything' });
  expect(gate.identify([])).toBeUndefined();
});

test('a long application id is counted under a short text of its own', async () => {
  const { gate } = await startGate();
  const ids = ['a', 'b'].map((letter) => gate.identify([letter.repeat(16_000)])?.id ?? '');
  expect(ids[0]).not.toBe(ids[1]);
  for (const id of ids) expect(id.length).toBeLessThanOrEqual(64);
  expect(gate.identify(['a'.repeat(16_000)])?.id).toBe(ids[0]);
  expect(gate.identify(['a'.repeat(64)])?.id).toBe('a'.repeat(64));
});

test('with a list only its ids are valid, beside application keys and valid tokens', async () => {
  const { gate, tokens, time } = await startGate({ apiKeys: ['one'], applicationKeys: ['secret'] });
  expect(gate.identify(['other'])).toBeUndefined();
  expect(gate.identify(['other', 'one'])).toMatchObject({ id: 'one' });
  expect(gate.identify(['secret'])).toMatchObject({ kind: 'application-key' });
  const { text, token } = await tokens.issue({}, 60);
  const caller = gate.identify([text]);
  expect(caller).toMatchObject({ kind: 'token', id: token.ref });
  time.advance(60_000);
  expect(caller?.isAlive()).toBe(false);
  expect(gate.identify([text])).toBeUndefined();
});

test('an expired token is not accepted as an application id where any id is valid', async () => {
  const { gate, tokens, time } = await startGate();
  const { text } = await tokens.issue({}, 60);
  time.advance(60_000);
  expect(gate.identify([text])).toBeUndefined();
});

test('a token is checked against its restrictions, other credentials have none', async () => {
  const { gate, tokens } = await startGate();
  const facts = { connectionKey: 'DemoOh0001', ip: '127.0.0.1', headers: {} };
  const { text } = await tokens.issue({ connectionKey: 'DemoHandy1' }, 60);
  expect(gate.identify([text])?.forbidden(facts)).toBe('device');
  expect(gate.identify([text])?.forbidden({ ...facts, connectionKey: 'DemoHandy1' })).toBeUndefined();
  expect(gate.identify(['id'])?.forbidden(facts)).toBeUndefined();
});

test('only application keys issue tokens; without any, every key may on loopback and none elsewhere', async () => {
  const { gate } = await startGate({ applicationKeys: ['secret'] });
  expect(gate.mayIssueTokens(['secret'])).toBe(true);
  expect(gate.mayIssueTokens(['id'])).toBe(false);
  const onLoopback = await startGate();
  expect(onLoopback.gate.mayIssueTokens(['id'])).toBe(true);
  const { text } = await onLoopback.tokens.issue({}, 60);
  expect(onLoopback.gate.mayIssueTokens([text])).toBe(false);
  expect((await startGate({ loopbackOnly: false })).gate.mayIssueTokens(['id'])).toBe(false);
});
