import { expect, test } from 'vitest';
import { isLoopbackAddress } from './site-url.ts';

test('a loopback address is of no use to a phone, others may be', () => {
  const only = ['http://localhost:8787', 'http://127.0.0.1', 'http://[::1]:80', 'https://app.localhost'];
  const others = ['https://tactus.example.org', 'http://192.168.1.20:8787', 'http://127.example.org', 'no address'];
  expect(only.map(isLoopbackAddress)).toEqual([true, true, true, true]);
  expect(others.map(isLoopbackAddress)).toEqual([false, false, false, false]);
});
