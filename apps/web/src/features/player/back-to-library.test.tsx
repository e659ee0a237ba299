import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { useBackToLibrary } from './session/use-back-to-library.ts';

function setUp(history = createMemoryHistory({ initialEntries: ['/', '/local'] })) {
  const router = createRouter({ routeTree: createRootRoute(), history });
  const close = vi.fn();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <RouterContextProvider router={router}>{children}</RouterContextProvider>
  );
  const { rerender } = renderHook(({ isOpen }) => useBackToLibrary(isOpen, close), {
    initialProps: { isOpen: false },
    wrapper,
  });
  return {
    history,
    close,
    show: (isOpen: boolean) => rerender({ isOpen }),
    place: () => history.location.state.__TSR_index,
  };
}

test('Back closes what is open, and leaves the page only after that', () => {
  const { history, close, show, place } = setUp();
  const before = place();
  show(true);
  expect([place(), history.location.pathname]).toEqual([before + 1, '/local']);
  history.back();
  expect(close).toHaveBeenCalledOnce();
  show(false);
  expect([place(), history.location.pathname]).toEqual([before, '/local']);
  history.back();
  expect(history.location.pathname).toBe('/');
});

test('what is closed on the page leaves no entry in the history, and what is opened next has its own', () => {
  const { history, close, show, place } = setUp();
  const before = place();
  show(true);
  show(false);
  expect(place()).toBe(before);
  show(true);
  expect(place()).toBe(before + 1);
  expect(close).not.toHaveBeenCalled();
  history.back();
  expect(close).toHaveBeenCalledOnce();
});

test.each([
  ['closed on another page', ({ show }: ReturnType<typeof setUp>) => show(false)],
  ['lost there by a reload', ({ history }: ReturnType<typeof setUp>) => setUp(history)],
])('what is %s leaves no entry to go back through', (_, end) => {
  const player = setUp();
  const { history, place, show } = player;
  const before = place();
  show(true);
  history.push('/hamp');
  end(player);
  history.back();
  expect([place(), history.location.pathname]).toEqual([before, '/local']);
  history.back();
  expect(history.location.pathname).toBe('/');
});
