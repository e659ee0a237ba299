import { afterEach, expect, test, vi } from 'vitest';
import { browserTabPorts } from './browser-ports.ts';

afterEach(() => vi.unstubAllGlobals());

test('a browser that refuses its tabs a channel has no tab ports, so that the device has a stream of its own', () => {
  vi.stubGlobal('navigator', { locks: { request: () => Promise.resolve() } });
  expect(browserTabPorts()).toBeDefined();
  const refuse = () => {
    throw new DOMException('The operation is insecure', 'SecurityError');
  };
  vi.stubGlobal('BroadcastChannel', refuse);
  expect(browserTabPorts()).toBeUndefined();
  vi.stubGlobal('BroadcastChannel', undefined);
  expect(browserTabPorts()).toBeUndefined();
});
