import { expect, onTestFinished, test, vi } from 'vitest';
import { createMemoryStorage } from '../settings/key-value-storage.ts';
import { readHostedGroup, storeHostedGroup } from './hosted-group.ts';

const record = (name: string) => ({
  link: `g-${name}`,
  session: `s-${name}`,
  bearer: 'secret',
  path: `/share/${name}`,
});

test('the end of one hosted room leaves the way back to another, which a second tab hosts', () => {
  vi.stubGlobal('window', { localStorage: createMemoryStorage() });
  onTestFinished(() => void vi.unstubAllGlobals());
  const [one, two] = [record('one'), record('two')];
  storeHostedGroup(one, undefined);
  storeHostedGroup(two, undefined);
  storeHostedGroup(undefined, one);
  expect(readHostedGroup()).toEqual(two);
  storeHostedGroup(undefined, two);
  expect(readHostedGroup()).toBeUndefined();
});
