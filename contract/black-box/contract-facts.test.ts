import { calls, DEVICE_API_PREFIX } from '@tactus/protocol';
import { expect, test } from 'vitest';
import { startCloud } from '../cloud/running-cloud.ts';
import { models } from '../driven-cloud/models.ts';
import { documentedInput } from '../openapi/document-inputs.ts';
import { allFacts, factsOf } from './facts/all-facts.ts';
import { canDo } from './facts/call-facts.ts';

const names = calls.map(({ name }) => name);

test('every row of the contract has its facts, and every fact has a row', () => {
  expect(Object.keys(allFacts).toSorted()).toEqual(names.toSorted());
});

test('no call is refused on every model', () => {
  const refused = names.filter((name) => !models.some((model) => canDo(model, allFacts[name]?.needs)));
  expect(refused).toEqual([]);
});

/** An object with every possible field, none of a valid type. */
const NOTHING_RIGHT = new Proxy({}, { get: () => Symbol('of no type'), has: () => true });

test('every call with good input has some, and every call that can be called wrongly has documented faults', () => {
  for (const { name, endpoint } of calls) {
    expect(factsOf(name).good.length, name).toBeGreaterThan(0);
    const canBeBad = 'issues' in endpoint.input['~standard'].validate(NOTHING_RIGHT);
    expect((documentedInput(endpoint)?.faulty.length ?? 0) > 0, name).toBe(canBeBad);
  }
});

test('no call of the served document is missing from the cloud', async () => {
  const { ask } = await startCloud();
  const { status, text } = await ask('GET /api/docs/openapi.json', { asOwner: false });
  expect(status).toBe(200);
  expect(text).not.toContain('x-unavailable');
  for (const { endpoint } of calls) expect(text).toContain(JSON.stringify(`${DEVICE_API_PREFIX}${endpoint.path}`));
});
