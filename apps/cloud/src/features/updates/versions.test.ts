import { expect, test } from 'vitest';
import { isNewerRelease, isRelease } from './versions.ts';

test.each([
  ['0.1.1', '0.1.0'],
  ['0.10.0', '0.9.9'],
  ['1.0.0', '0.99.99'],
  ['1.0.0', '1.0.0-beta.2'],
])('%s is newer than %s, and not the other way round', (release, version) => {
  expect(isNewerRelease(release, version)).toBe(true);
  expect(isNewerRelease(version.replace(/-.*/, ''), release)).toBe(false);
});

test('a version is not newer than itself, and a release of three numbers alone is a release', () => {
  expect(isNewerRelease('1.2.3', '1.2.3')).toBe(false);
  expect(isRelease('1.2.3')).toBe(true);
  for (const other of ['', '1.2', '1.2.3.4', 'v1.2.3', '1.2.3-beta.1', '1.2.3; reboot', '1.2.3\n', '1'.repeat(40)])
    expect(isRelease(other), other).toBe(false);
});
