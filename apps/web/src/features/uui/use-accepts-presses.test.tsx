import { createFakeTime } from '@tactus/time/testing';
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TimeProvider } from '../../ui/time-context.tsx';
import { useAcceptsPresses } from './use-accepts-presses.ts';

test('a window accepts a yes once it has been in front for a second, and again each time it comes to the front', async () => {
  const time = createFakeTime();
  const { result, unmount } = renderHook(useAcceptsPresses, {
    wrapper: ({ children }) => <TimeProvider time={time}>{children}</TimeProvider>,
  });
  const pass = (ms: number) => act(async () => time.advance(ms));
  expect(result.current).toBe(false);
  await pass(999);
  expect(result.current).toBe(false);
  await pass(1);
  expect(result.current).toBe(true);
  await act(async () => window.dispatchEvent(new Event('focus')));
  expect(result.current).toBe(false);
  await pass(1_000);
  expect(result.current).toBe(true);
  unmount();
});
