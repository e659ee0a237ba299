import { firmwareReleases } from '@tactus/virtual-device';
import { expect, test } from 'vitest';
import { FIRMWARE_RELEASE_NOTES } from './release-notes-page.tsx';

test('every version that the cloud offers has its note, newest first', () => {
  const offered = firmwareReleases.map(({ version, feature_flags: flags }) => ({ version, flags }));
  expect(FIRMWARE_RELEASE_NOTES.slice(0, -1).map(({ version, flags }) => ({ version, flags }))).toEqual(offered);
  for (const { nodes } of FIRMWARE_RELEASE_NOTES) expect(nodes.length).toBeGreaterThan(0);
});
