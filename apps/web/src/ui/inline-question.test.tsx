import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { InlineQuestion, useFocusBack } from './inline-question.tsx';

function Removable() {
  const [isAsked, setAsked] = useState(false);
  const [isThere, setThere] = useState(true);
  const opener = useFocusBack(isAsked);
  if (!isThere) return null;
  if (!isAsked)
    return (
      <button type="button" ref={opener} onClick={() => setAsked(true)}>
        Remove
      </button>
    );
  return (
    <InlineQuestion label="Remove it?" onClose={() => setAsked(false)}>
      <button type="button" onClick={() => setThere(false)}>
        Yes
      </button>
      <button type="button" onClick={() => setAsked(false)}>
        No
      </button>
    </InlineQuestion>
  );
}

const show = () =>
  render(
    <main tabIndex={-1}>
      <Removable />
    </main>,
  );

test('a question takes the focus, no key that is still down answers it, and No gives the focus back', async () => {
  const person = userEvent.setup();
  show();
  await person.tab();
  await person.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('alertdialog', { name: 'Remove it?' }));
  await person.keyboard('{Enter}');
  await person.tab();
  await person.tab();
  await person.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove' }));
});

test('where what it is about goes with it, the page has the focus', async () => {
  const person = userEvent.setup();
  show();
  await person.tab();
  await person.keyboard('{Enter}');
  await person.tab();
  await person.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('Escape takes the question back wherever the focus is, but not while it ends the composition of a text', async () => {
  const person = userEvent.setup();
  show();
  await person.click(screen.getByRole('button', { name: 'Remove' }));
  await person.tab();
  fireEvent.keyDown(document.activeElement!, { key: 'Escape', isComposing: true });
  screen.getByRole('alertdialog');
  await person.keyboard('{Escape}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove' }));
});
