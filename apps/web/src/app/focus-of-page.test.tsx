import { createFakeTime } from '@tactus/time/testing';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { renderLinkedApp } from '../testing/render-linked-app.tsx';
import { takeFocus } from '../ui/inline-question.tsx';
import { TimeProvider } from '../ui/time-context.tsx';
import { useFocusPageAfterRemoval } from './actions/use-focus-page-after-removal.ts';

/** A page with a button that is replaced by a text, which takes the focus where it says so. */
function Page({ takes }: { takes: boolean }) {
  const [isOver, setOver] = useState(false);
  useFocusPageAfterRemoval();
  return (
    <main id="page" tabIndex={-1}>
      {isOver ? (
        <p ref={takes ? takeFocus : undefined} tabIndex={-1}>
          Over
        </p>
      ) : (
        <button type="button" onClick={() => setOver(true)}>
          End
        </button>
      )}
    </main>
  );
}

describe('a pressed button that is removed', () => {
  function setUp(takes: boolean) {
    const time = createFakeTime();
    render(
      <TimeProvider time={time}>
        <Page takes={takes} />
      </TimeProvider>,
    );
    return { button: screen.getByRole('button'), pass: () => act(() => time.run(1_000)) };
  }

  test('leaves the focus to the page', async () => {
    const { button, pass } = setUp(false);
    button.focus();
    await userEvent.keyboard('{Enter}');
    await pass();
    expect(screen.getByRole('main')).toHaveFocus();
  });

  test('leaves it to what replaces it and takes it', async () => {
    const { button, pass } = setUp(true);
    button.focus();
    await userEvent.keyboard('{Enter}');
    await pass();
    expect(screen.getByText('Over')).toHaveFocus();
  });

  test('changes nothing where the person had left it before', async () => {
    const { button, pass } = setUp(false);
    button.focus();
    await act(async () => button.blur());
    act(() => button.click());
    await pass();
    expect(document.body).toHaveFocus();
  });
});

test('the page receives the focus of a control that its own press removes', async () => {
  const { pass } = await renderLinkedApp('/beatbox');
  const start = await screen.findByRole('button', { name: 'Start with an even beat' });
  // The hook comes with the shortcuts, whose help opens once they are loaded.
  fireEvent.keyDown(document.body, { key: '?' });
  const help = await screen.findByRole('dialog', { name: 'Keyboard and gamepad' });
  await userEvent.click(within(help).getByRole('button', { name: 'Close' }));
  start.focus();
  await userEvent.keyboard('{Enter}');
  await pass(1_000);
  expect(start).not.toBeInTheDocument();
  expect(screen.getByRole('main')).toHaveFocus();
});

test('sharing is a page of its own for the focus, though it shares the path of the remote', async () => {
  const { app } = await renderLinkedApp('/remote');
  (await screen.findByRole('slider', { name: 'Speed' })).focus();
  await act(() => app.router.navigate({ to: '/remote', hash: 'share' }));
  expect(screen.getByRole('main')).toHaveFocus();
});

test.each([
  ['/remote', 'Remote'],
  ['/remote#share', 'Share'],
  ['/', 'Home'],
  ['/device-selection', 'Choose device'],
])('at %s the page is named %s', async (path, name) => {
  await renderLinkedApp(path);
  expect(await screen.findByRole('main', { name })).toBeVisible();
});
