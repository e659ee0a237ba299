import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Button } from './button.tsx';
import { Stepper } from './stepper.tsx';
import { useIgnoreRepeatedEnter } from './use-ignore-repeated-enter.ts';

function Page({ onSubmit }: { onSubmit: () => void }) {
  const [length, setLength] = useState(1);
  useIgnoreRepeatedEnter();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <input aria-label="Name" />
      <textarea aria-label="Notes" />
      <Stepper
        {...{ label: 'Length', decreaseLabel: 'Shorter', increaseLabel: 'Longer' }}
        {...{ value: length, min: 0, max: 10, step: 1, valueText: `${length} s`, onChange: setLength }}
      />
      <Button type="submit">Send</Button>
    </form>
  );
}

test('a held Enter presses a button and sends a form once, and repeats on a stepper and in a text', async () => {
  const submitted = vi.fn();
  render(<Page onSubmit={submitted} />);
  screen.getByRole('button', { name: 'Send' }).focus();
  await userEvent.keyboard('{Enter>3/}');
  expect(submitted).toHaveBeenCalledTimes(1);
  screen.getByRole('textbox', { name: 'Name' }).focus();
  await userEvent.keyboard('{Enter>3/}');
  expect(submitted).toHaveBeenCalledTimes(2);

  screen.getByRole('button', { name: 'Longer' }).focus();
  await userEvent.keyboard('{Enter>3/}');
  expect(screen.getByRole('status')).toHaveTextContent('4 s');
  screen.getByRole('textbox', { name: 'Notes' }).focus();
  await userEvent.keyboard('{Enter>3/}');
  expect(screen.getByRole('textbox', { name: 'Notes' })).toHaveValue('\n\n\n');
});
