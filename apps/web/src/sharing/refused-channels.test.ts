import { afterEach, expect, test, vi } from 'vitest';
import { browserTabPorts } from '../device/browser/browser-ports.ts';
import { browserClaimPorts } from './tab-claim.ts';

afterEach(() => vi.unstubAllGlobals());

test('tabs share locks and channels where the browser has both', () => {
  vi.stubGlobal('navigator', { locks: {} });
  expect(browserTabPorts()).toBeDefined();
  expect(browserClaimPorts().openChannel).toBeDefined();
});

test('a browser that refuses every channel, as Firefox does without cookies, counts as one without them', () => {
  vi.stubGlobal('navigator', { locks: {} });
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      constructor() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      }
    },
  );
  expect(browserTabPorts()).toBeUndefined();
  expect(browserClaimPorts()).toEqual({ locks: expect.anything(), openChannel: undefined });
});
