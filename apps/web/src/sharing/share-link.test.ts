import { describe, expect, test } from 'vitest';
import { pathWithoutLink, readShareAddress } from './share-link.ts';

const linkAt = (path: string, hash = '') => readShareAddress({ path, hash });

describe('an address below /share', () => {
  test('with a fragment is one of our links, and may name a page', () => {
    const link = { kind: 'link', id: 's-Ab_9', secret: 'geheim' };
    expect(linkAt('/share/s-Ab_9', '#geheim')).toEqual({ link, route: undefined });
    expect(linkAt('/share/s-Ab_9/hvp', 'geheim')).toEqual({ link, route: 'hvp' });
  });

  test('without a fragment is a plain key where it has the form of one', () => {
    expect(linkAt('/share/DemoHandy1/hamp')).toEqual({
      link: { kind: 'key', connectionKey: 'DemoHandy1' },
      route: 'hamp',
    });
  });

  test.each(['/share/s-Ab_9', '/share/abc', '/share/', '/share/a%20b'])('%s is no link by itself', (path) => {
    expect(linkAt(path).link).toBeUndefined();
  });

  test('still names the page once it is read, and contains no part of the link', () => {
    expect(pathWithoutLink('hvp')).toBe('/share/here/hvp');
    expect(linkAt(pathWithoutLink(undefined)).link).toBeUndefined();
  });
});
