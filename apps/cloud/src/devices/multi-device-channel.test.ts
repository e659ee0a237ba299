import { CONNECTION_KEY_PATTERN } from '@tactus/protocol';
import { createFakeTime } from '@tactus/time/testing';
import { expect, onTestFinished, test } from 'vitest';
import { callAllTargets } from '../api/device/answer-call.ts';
import { openStore } from '../store/database.ts';
import { ENTRY_LIFETIME_UNUSED_MS } from '../store/expiring-store.ts';
import { createChannelRegistry } from './channel-registry.ts';
import { createMultiDeviceChannel, toMemberList } from './multi-device-channel.ts';

const HOUR_MS = 60 * 60 * 1_000;

async function startChannels(capacity = 10) {
  const time = createFakeTime();
  const store = await openStore(':memory:');
  onTestFinished(() => store.destroy());
  const open = () => createChannelRegistry({ store, time, capacity });
  return { time, store, open, channels: await open() };
}

test('members have aliases that look like keys, disclose nothing of them, and stay the same while they are members', () => {
  const [id, list] = ['Abcdefghjkmn', toMemberList('Abcdefghjkmn', ['First00001', 'Second0001', 'First00001'])];
  const channel = createMultiDeviceChannel(id, list);
  expect(channel.reference).toBe('chref:Abcdefghjkmn');
  expect(channel.members).toEqual([
    { connectionKey: 'First00001', alias: 'Abcdefghjkmn01' },
    { connectionKey: 'Second0001', alias: 'Abcdefghjkmn02' },
  ]);
  channel.replace(toMemberList(id, ['Third00001', 'Second0001'], channel.list));
  channel.replace(toMemberList(id, ['First00001', 'Second0001'], channel.list));
  expect(channel.members).toEqual([
    { connectionKey: 'First00001', alias: 'Abcdefghjkmn04' },
    { connectionKey: 'Second0001', alias: 'Abcdefghjkmn02' },
  ]);
  for (const { alias } of channel.members) expect(alias).toMatch(CONNECTION_KEY_PATTERN);
});

test('a watcher of a channel receives changes and the end, until undone', () => {
  const channel = createMultiDeviceChannel('Abcdefghjkmn', toMemberList('Abcdefghjkmn', ['First00001']));
  const calls: string[] = [];
  const watch = (name: string) =>
    channel.watch({ changed: () => calls.push(`${name} changed`), ended: () => calls.push(`${name} ended`) });
  const stop = watch('one');
  watch('two');
  channel.replace(toMemberList('Abcdefghjkmn', ['Second0001']));
  stop();
  stop();
  channel.end();
  expect(calls).toEqual(['one changed', 'two changed', 'two ended']);
  expect(channel.isWatched()).toBe(false);
});

test('a channel is found by its reference and changed with its secret; each has its own', async () => {
  const { channels } = await startChannels();
  const one = await channels.create(['First00001']);
  const other = await channels.create(['First00001']);
  if (!one || !other) throw new Error('There is room for two');
  expect(one.reference).toMatch(/^chref:[A-Za-z0-9]{12}$/);
  expect(one.reference).not.toBe(other.reference);
  expect(channels.get(one.reference)?.members).toHaveLength(1);
  expect(channels.owned(one.reference, one.secret)?.reference).toBe(one.reference);
  expect(channels.owned(one.reference, other.secret)).toBeUndefined();
  expect(channels.get('First00001')).toBeUndefined();
  await channels.end(one.reference);
  expect(channels.get(one.reference)).toBeUndefined();
  expect(channels.size()).toBe(1);
});

test('a channel without a use in 24 hours is removed and its watchers are notified; a watched one stays', async () => {
  const { time, channels } = await startChannels(1);
  const grant = await channels.create(['First00001']);
  expect(await channels.create(['Second0001'])).toBeUndefined();
  const channel = channels.get(grant?.reference ?? '');
  const stop = channel?.watch({ changed: () => undefined, ended: () => undefined });
  time.advance(ENTRY_LIFETIME_UNUSED_MS * 2);
  await channels.tidy();
  expect(channels.size()).toBe(1);
  stop?.();
  time.advance(ENTRY_LIFETIME_UNUSED_MS);
  expect(await channels.create(['Second0001'])).toBeDefined();
});

test('a restart keeps channels with their secrets and aliases, removed members included; those without a use in a day are gone', async () => {
  const { time, store, open, channels } = await startChannels();
  const grant = await channels.create(['First00001', 'Second0001']);
  if (!grant) throw new Error('There is room');
  await channels.create(['Third00001']);
  time.advance(1);
  await channels.tidy();
  await Promise.all([
    channels.replace(grant.reference, ['Second0001']),
    channels.replace(grant.reference, ['First00001', 'Second0001']),
  ]);
  const members = channels.get(grant.reference)?.members;
  expect(members?.map(({ alias }) => alias.slice(-2))).toEqual(['03', '02']);
  expect((await open()).owned(grant.reference, grant.secret)?.members).toEqual(members);
  expect(JSON.stringify(await store.selectFrom('channels').selectAll().execute())).not.toContain(grant.secret);
  time.advance(ENTRY_LIFETIME_UNUSED_MS - 2);
  channels.get(grant.reference);
  await channels.tidy();
  // A use may be an hour older in the store than it was.
  time.advance(HOUR_MS + 2);
  const later = await open();
  expect([later.size(), later.get(grant.reference)?.members]).toEqual([1, members]);
  await later.end(grant.reference);
  expect((await open()).size()).toBe(0);
});

test('of several parallel calls the first success in order is the answer; errors of the rest are reported', async () => {
  const time = createFakeTime();
  const called: string[] = [];
  const unheard: unknown[] = [];
  const answers: Readonly<Record<string, () => Promise<string>>> = {
    refuses: () => Promise.reject(new Error('refused')),
    slow: () => time.sleep(100).then(() => 'slow'),
    quick: async () => 'quick',
  };
  const callAll = (names: readonly string[]) =>
    callAllTargets(
      names,
      async (name) => {
        called.push(name);
        return answers[name]?.() ?? '';
      },
      (error) => unheard.push(error),
    );
  const answer = callAll(['refuses', 'slow', 'quick']);
  expect(called).toEqual(['refuses', 'slow', 'quick']);
  await time.run(100);
  expect(await answer).toBe('slow');
  expect(unheard).toEqual([new Error('refused')]);
  await expect(callAll(['refuses', 'refuses'])).rejects.toThrow('refused');
});
