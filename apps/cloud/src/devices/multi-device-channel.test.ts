import { CONNECTION_KEY_PATTERN } from '@tactus/protocol';
import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { callAllTargets } from '../api/device/answer-call.ts';
import { ENTRY_LIFETIME_UNUSED_MS } from '../store/expiring-store.ts';
import { createChannelRegistry } from './channel-registry.ts';
import { createMultiDeviceChannel } from './multi-device-channel.ts';

test('members have aliases that look like keys, disclose nothing of them, and stay the same while they are members', () => {
  const channel = createMultiDeviceChannel('Abcdefghjkmn', ['First00001', 'Second0001', 'First00001']);
  expect(channel.reference).toBe('chref:Abcdefghjkmn');
  expect(channel.members).toEqual([
    { connectionKey: 'First00001', alias: 'Abcdefghjkmn01' },
    { connectionKey: 'Second0001', alias: 'Abcdefghjkmn02' },
  ]);
  channel.replace(['Third00001', 'Second0001']);
  channel.replace(['First00001', 'Second0001']);
  expect(channel.members).toEqual([
    { connectionKey: 'First00001', alias: 'Abcdefghjkmn04' },
    { connectionKey: 'Second0001', alias: 'Abcdefghjkmn02' },
  ]);
  for (const { alias } of channel.members) expect(alias).toMatch(CONNECTION_KEY_PATTERN);
});

test('a watcher of a channel receives changes and the end, until undone', () => {
  const channel = createMultiDeviceChannel('Abcdefghjkmn', ['First00001']);
  const calls: string[] = [];
  const watch = (name: string) =>
    channel.watch({ changed: () => calls.push(`${name} changed`), ended: () => calls.push(`${name} ended`) });
  const stop = watch('one');
  watch('two');
  channel.replace(['Second0001']);
  stop();
  stop();
  channel.end();
  expect(calls).toEqual(['one changed', 'two changed', 'two ended']);
  expect(channel.isWatched()).toBe(false);
});

test('a channel is found by its reference and changed with its secret; each has its own', () => {
  const channels = createChannelRegistry(createFakeTime());
  const one = channels.create(['First00001']);
  const other = channels.create(['First00001']);
  if (!one || !other) throw new Error('There is room for two');
  expect(one.reference).toMatch(/^chref:[A-Za-z0-9]{12}$/);
  expect(one.reference).not.toBe(other.reference);
  expect(channels.get(one.reference)?.members).toHaveLength(1);
  expect(channels.owned(one.reference, one.secret)?.reference).toBe(one.reference);
  expect(channels.owned(one.reference, other.secret)).toBeUndefined();
  expect(channels.get('First00001')).toBeUndefined();
  channels.end(one.reference);
  expect(channels.get(one.reference)).toBeUndefined();
  expect(channels.size()).toBe(1);
});

test('a channel without a use in 24 hours is removed and its watchers are notified; a watched one stays', () => {
  const time = createFakeTime();
  const channels = createChannelRegistry(time, 1);
  const grant = channels.create(['First00001']);
  expect(channels.create(['Second0001'])).toBeUndefined();
  const channel = channels.get(grant?.reference ?? '');
  const stop = channel?.watch({ changed: () => undefined, ended: () => undefined });
  time.advance(ENTRY_LIFETIME_UNUSED_MS * 2);
  channels.forgetUnused();
  expect(channels.size()).toBe(1);
  stop?.();
  time.advance(ENTRY_LIFETIME_UNUSED_MS);
  expect(channels.create(['Second0001'])).toBeDefined();
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
