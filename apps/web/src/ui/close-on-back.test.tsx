import { createBrowserHistory } from '@tanstack/react-router';
import { waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { closeOnBack } from './close-on-back.ts';

/**
 * Waits until the browser has gone at least one step. The state shows the step: a listener of this file might never meet the
 * event, which is stopped where an earlier file of this process has opened something.
 */
async function nextStep(go: () => void = () => undefined): Promise<void> {
  const { state } = window.history;
  go();
  await waitFor(() => expect(window.history.state === state).toBe(false));
}

/** The browser at a page, after another one; `moved` is what the router was told of. */
function setUp() {
  const history = createBrowserHistory();
  onTestFinished(() => history.destroy());
  for (const path of ['/before', '/page']) {
    history.push(path);
    history.flush();
  }
  const moved = vi.fn();
  history.subscribe(({ location }) => moved(location.pathname));
  return {
    history,
    moved,
    /** Opens something, which the browser's Back closes. */
    open() {
      const close = vi.fn(() => undo());
      const undo = closeOnBack(history, close);
      return { close, undo };
    },
    /** Goes back as by the button of the browser. */
    goBack: () => nextStep(() => window.history.back()),
    /** Waits until the browser is at the entry of the page itself. */
    atPage: () =>
      waitFor(() => expect([location.pathname, 'isOverPage' in window.history.state]).toEqual(['/page', false])),
  };
}

test('Back closes what is open, and only then leaves the page', async () => {
  const { open, goBack, moved, atPage } = setUp();
  const { close } = open();
  await goBack();
  expect(close).toHaveBeenCalledOnce();
  await atPage();
  expect(moved).not.toHaveBeenCalled();
  await goBack();
  await waitFor(() => expect(moved).toHaveBeenCalledExactlyOnceWith('/before'));
});

test('what is closed on the page leaves no entry, and what takes its place has one', async () => {
  const { open, goBack, moved, atPage } = setUp();
  open().undo();
  const second = open();
  await goBack();
  expect(second.close).toHaveBeenCalledOnce();
  open().undo();
  await atPage();
  // While the browser still leaves the entry of the one before.
  open().undo();
  await Promise.resolve();
  const last = open();
  await nextStep();
  await goBack();
  expect(last.close).toHaveBeenCalledOnce();
  await atPage();
  expect(moved).not.toHaveBeenCalled();
});

test('Back closes one thing at a time, the latest first', async () => {
  const { open, goBack, atPage } = setUp();
  const [panels, sheet] = [open(), open()];
  await goBack();
  expect([panels.close.mock.calls.length, sheet.close.mock.calls.length]).toEqual([0, 1]);
  await goBack();
  expect(panels.close).toHaveBeenCalledOnce();
  await atPage();
});

test('a page that is opened from it closes it, and one step back from there is the page', async () => {
  const { open, goBack, history, moved, atPage } = setUp();
  const { close } = open();
  history.push('/other');
  expect(close).toHaveBeenCalledOnce();
  await waitFor(() => expect(location.pathname).toBe('/other'));
  moved.mockClear();
  await goBack();
  await atPage();
  expect(moved).toHaveBeenCalledExactlyOnceWith('/page');
  await goBack();
  await waitFor(() => expect(location.pathname).toBe('/before'));
});
