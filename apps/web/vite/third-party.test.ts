import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { noticeOf, thirdParties } from './third-party.ts';

const ROOT = new URL('../../../', import.meta.url);
const workspace = (dependencies: Record<string, string>) => ({ version: '0.1.0', dependencies });

test('the dependencies of app and cloud are named once, direct and indirect, without those replaced by an empty package', () => {
  const packages = {
    'apps/web': workspace({ a: '1', unread: '1', '@tactus/sdk': '0.1.0' }),
    'apps/cloud': workspace({ b: '1' }),
    'packages/sdk': workspace({ c: '1' }),
    'node_modules/@tactus/sdk': { link: true, resolved: 'packages/sdk' },
    'node_modules/a': { version: '1.0.0', license: 'MIT', dependencies: { b: '2' } },
    'node_modules/a/node_modules/b': { version: '2.0.0', license: 'ISC' },
    'node_modules/b': { version: '1.0.0', license: 'MIT', optionalDependencies: { elsewhere: '1' } },
    'node_modules/c': { version: '3.0.0', license: 'Apache-2.0' },
    'node_modules/unread': { name: 'empty-npm-package', version: '1.0.0', license: 'ISC' },
    'node_modules/only-tests': { version: '1.0.0', license: 'MIT' },
  };
  expect(thirdParties({ packages })).toEqual([
    { name: 'a', version: '1.0.0', licence: 'MIT' },
    { name: 'b', version: '1.0.0', licence: 'MIT' },
    { name: 'b', version: '2.0.0', licence: 'ISC' },
    { name: 'c', version: '3.0.0', licence: 'Apache-2.0' },
  ]);
});

test('a package without a licence is refused by name', () => {
  const packages = { 'apps/web': workspace({ a: '1' }), 'node_modules/a': { version: '1.0.0' } };
  expect(() => thirdParties({ packages })).toThrow('a 1.0.0 names no licence');
});

test('ours are under licences that allow to use and pass them on, with their notice', () => {
  const found = thirdParties(JSON.parse(readFileSync(new URL('package-lock.json', ROOT), 'utf8')));
  expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(['react', 'fastify', 'zod']));
  const allowed = /MIT|ISC|BSD|Apache-2\.0|BlueOak-1\.0\.0|OFL-1\.1|0BSD|Unlicense/;
  expect(found.filter(({ licence }) => !allowed.test(licence))).toEqual([]);
});

test('the notice of the icons has the text of their licence, which their package lacks', () => {
  const notice = noticeOf(fileURLToPath(ROOT), { name: '@iconify-json/tabler', version: '1.0.0', licence: 'MIT' });
  expect(notice).toContain('Paweł Kuna');
  expect(notice).toContain('Permission is hereby granted');
});
