import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { InlineQuestion, useFocusBack } from './inline-question.tsx';

function Removable() {
  const [isOpen, setOpen] = useState(false);
  const [isThere, setThere] = useState(true);
  const opener = useFocusBack(isOpen);
  if (!isThere) return null;
  if (!isOpen)
    return (
      <button type="button" ref={opener} onClick={() => setOpen(true)}>
        Remove
      </button>
    );
  return (
    <InlineQuestion label="Remove it?" onClose={() => setOpen(false)}>
      <button type="button" onClick={() => setThere(false)}>
        Yes
      </button>
      <button type="button" onClick={() => setOpen(false)}>
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

test('a question takes the focus, no key that is still down answers it, and No returns the focus', async () => {
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

test('Escape closes the question wherever the focus is, but not while it ends the composition of a text', async () => {
  const person = userEvent.setup();
  show();
  await person.click(screen.getByRole('button', { name: 'Remove' }));
  await person.tab();
  fireEvent.keyDown(document.activeElement!, { key: 'Escape', isComposing: true });
  screen.getByRole('alertdialog');
  await person.keyboard('{Escape}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove' }));
});
