import { describe, expect, test } from 'vitest';
import { redirectTarget } from './redirect-target.ts';

describe('the page after choosing a device', () => {
  test('is the requested path, query and fragment included', () => {
    expect(redirectTarget('?redirect=%2Fota%2F4.1.0%2Fproduction%3Fa%3D1%23b')).toBe('/ota/4.1.0/production?a=1#b');
  });

  test.each([
    '',
    '?redirect=',
    '?redirect=https%3A%2F%2Fevil.example%2F',
    '?redirect=%2F%2Fevil.example',
    '?redirect=%2F%5Cevil.example',
    '?redirect=%2F%09%2Fevil.example',
    '?redirect=%2F.%2F%2Fevil.example',
    '?redirect=javascript%3Aalert(1)',
    '?redirect=hamp',
    '?redirect=%2Fdevice-selection',
  ])('is home where the redirect is no page of this origin (%s)', (query) => expect(redirectTarget(query)).toBe('/'));

  test('never contains a key', () => {
    expect(redirectTarget('?redirect=%2Fhamp%3Fk%3DDemoHandy1%26a%3D1')).toBe('/hamp?a=1');
  });
});
