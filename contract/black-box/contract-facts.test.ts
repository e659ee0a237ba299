import { calls, DEVICE_API_PREFIX } from '@tactus/protocol';
import { expect, test } from 'vitest';
import { startCloud } from '../cloud/running-cloud.ts';
import { models } from '../driven-cloud/models.ts';
import { allFacts, factsOf } from './facts/all-facts.ts';
import { canDo } from './facts/call-facts.ts';

const names = calls.map(({ name }) => name);

test('every row of the contract has its facts, and every fact has a row', () => {
  expect(Object.keys(allFacts).toSorted()).toEqual(names.toSorted());
});

/** An object with every possible field, none of a valid type. */
const NOTHING_RIGHT = new Proxy({}, { get: () => Symbol('of no type'), has: () => true });

test.each([...calls])('$name has a good input, and a bad one where any input can be bad', ({ name, endpoint }) => {
  const facts = factsOf(name);
  expect(facts.good.length).toBeGreaterThan(0);
  // Any list of event names is valid.
  const canBeBad = name !== 'sse.events' && 'issues' in endpoint.input['~standard'].validate(NOTHING_RIGHT);
  expect(facts.bad.length > 0).toBe(canBeBad);
});

test('no call is refused on every model', () => {
  const refused = names.filter((name) => !models.some((model) => canDo(model, allFacts[name]?.needs)));
  expect(refused).toEqual([]);
});

test('no call of the served document is missing from the cloud', async () => {
  const { ask } = await startCloud();
  const { status, text } = await ask('GET /api/docs/openapi.json', { asOwner: false });
  expect(status).toBe(200);
  expect(text).not.toContain('x-unavailable');
  for (const { endpoint } of calls) expect(text).toContain(JSON.stringify(`${DEVICE_API_PREFIX}${endpoint.path}`));
});
