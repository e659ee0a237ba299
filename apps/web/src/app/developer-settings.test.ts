import { expect, test } from 'vitest';
import { readRuntimeConfig, withDeveloper } from './runtime-config.ts';

const deployed = readRuntimeConfig({
  apiBase: '/api',
  scriptHost: '/scripts',
  applicationId: 'app',
  features: { leases: true },
});
const none = { apiBase: '', apiKey: '', scriptHost: '' };
const developed = (developer: Partial<typeof none>, developerMode = true) =>
  withDeveloper(deployed, { developerMode, developer: { ...none, ...developer } });

test('another API base is asked, and taken to be the vendor’s', () => {
  expect(developed({ apiBase: 'https://a.example/v3' })).toEqual({
    ...deployed,
    apiBase: 'https://a.example/v3',
    features: {},
  });
});

test('another API key is the one that is sent', () => {
  expect(developed({ apiKey: 'mine' })).toEqual({ ...deployed, applicationId: 'mine' });
});

test('another script host is where scripts go', () => {
  expect(developed({ scriptHost: 'https://b.example' })).toEqual({ ...deployed, scriptHost: 'https://b.example' });
});

test('nothing is put in the place of the deployment’s own where it is empty, or developer mode is off', () => {
  expect(developed({})).toEqual(deployed);
  expect(developed({ apiBase: '/other', apiKey: 'mine', scriptHost: '/b' }, false)).toEqual(deployed);
});
