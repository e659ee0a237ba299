import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { openStore } from '../../store/database.ts';
import { createClientTokenRegistry } from './client-token-registry.ts';

async function startTokens() {
  const time = createFakeTime();
  const store = await openStore(':memory:');
  return { time, store, tokens: await createClientTokenRegistry({ store, time }) };
}

test('a token is valid for its lifetime, and found by its text alone', async () => {
  const { time, tokens } = await startTokens();
  const { text, token } = await tokens.issue({ connectionKey: 'DemoHandy1' }, 60);
  expect(tokens.find(text)).toBe(token);
  expect(tokens.find(`${text}x`)).toBeUndefined();
  expect(token.expiresAtMs - token.createdAtMs).toBe(60_000);
  time.advance(59_999);
  expect(tokens.isAlive(token)).toBe(true);
  time.advance(1);
  expect(tokens.find(text)).toBeUndefined();
  expect(tokens.isAlive(token)).toBe(false);
});

test('tokens survive a restart, and the store contains none of their texts', async () => {
  const { time, store, tokens } = await startTokens();
  const { text } = await tokens.issue({ ip: '10.0.0.1' }, 60);
  const rows = await store.selectFrom('tokens').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(text);
  const restarted = await createClientTokenRegistry({ store, time });
  expect(restarted.find(text)?.restrictions).toEqual({ ip: '10.0.0.1' });
});

test('expired tokens leave the store', async () => {
  const { time, store, tokens } = await startTokens();
  await tokens.issue({}, 60);
  time.advance(60_000);
  await tokens.issue({}, 60);
  expect(await store.selectFrom('tokens').selectAll().execute()).toHaveLength(1);
});

test('a renewal extends the lifetime from now, with the same restrictions and text', async () => {
  const { time, store, tokens } = await startTokens();
  const { text, renewal } = await tokens.issue({ ip: '10.0.0.1' }, 60);
  time.advance(50_000);
  const renewed = await tokens.renew(renewal);
  expect(renewed).toMatchObject({ text, token: { restrictions: { ip: '10.0.0.1' } } });
  time.advance(59_000);
  expect(tokens.find(text)).toBeDefined();
  expect((await createClientTokenRegistry({ store, time })).find(text)).toBeDefined();
});

test("a link is valid as long as its token, also beyond the link's original expiry", async () => {
  const { time, tokens } = await startTokens();
  const { renewal } = await tokens.issue({}, 60);
  for (let renewals = 0; renewals < 3; renewals++) {
    time.advance(50_000);
    expect(await tokens.renew(renewal)).toBeDefined();
  }
  time.advance(60_000);
  expect(await tokens.renew(renewal)).toBeUndefined();
});

test('a changed link is refused', async () => {
  const { tokens } = await startTokens();
  const { renewal } = await tokens.issue({}, 60);
  const { renewal: other } = await tokens.issue({}, 60);
  for (const change of [
    { k: other.k },
    { d: other.d },
    { iv: other.iv },
    { uexp: '9999999999999' },
    { a: 'none' },
    { s: other.s },
    { s: '' },
  ])
    expect(await tokens.renew({ ...renewal, ...change })).toBeUndefined();
  expect(await tokens.renew(renewal)).toBeDefined();
});

test("another cloud's links and tokens are refused", async () => {
  const [here, there] = [await startTokens(), await startTokens()];
  const { text, renewal } = await there.tokens.issue({}, 60);
  expect(here.tokens.find(text)).toBeUndefined();
  expect(await here.tokens.renew(renewal)).toBeUndefined();
});
