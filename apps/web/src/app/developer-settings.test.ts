import { expect, test } from 'vitest';
import { readRuntimeConfig, withDeveloperOverrides } from './runtime-config.ts';

const deployed = readRuntimeConfig({
  apiBase: '/api',
  scriptHost: '/scripts',
  applicationId: 'app',
  features: { leases: true },
});
const none = { apiBase: '', apiKey: '', scriptHost: '' };
const developed = (developer: Partial<typeof none>, developerMode = true) =>
  withDeveloperOverrides(deployed, { developerMode, developer: { ...none, ...developer } });

test('requests go to another API base, which is taken to be the vendor’s', () => {
  expect(developed({ apiBase: 'https://a.example/v3' })).toEqual({
    ...deployed,
    apiBase: 'https://a.example/v3',
    features: {},
  });
});

test('another API key is the one that is sent', () => {
  expect(developed({ apiKey: 'mine' })).toEqual({ ...deployed, applicationId: 'mine' });
});

test('scripts go to another script host', () => {
  expect(developed({ scriptHost: 'https://b.example' })).toEqual({ ...deployed, scriptHost: 'https://b.example' });
});

test('an empty value, or developer mode switched off, leaves the deployment’s own', () => {
  expect(developed({})).toEqual(deployed);
  expect(developed({ apiBase: '/other', apiKey: 'mine', scriptHost: '/b' }, false)).toEqual(deployed);
});
