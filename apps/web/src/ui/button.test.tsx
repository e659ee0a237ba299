import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';

const setUp = (busy: boolean, heard: { onClick: () => void; onSubmit: () => void }) => (
  <form
    onSubmit={(event) => {
      event.preventDefault();
      heard.onSubmit();
    }}
  >
    <input aria-label="Name" />
    <Button type="submit" busy={busy} onClick={heard.onClick}>
      Go
    </Button>
  </form>
);

test('a button that is busy keeps the focus and takes no press, not by Enter in its form either', async () => {
  const person = userEvent.setup();
  const heard = { onClick: vi.fn(), onSubmit: vi.fn() };
  const { rerender } = render(setUp(false, heard));
  const button = screen.getByRole('button', { name: 'Go' });
  await person.click(button);
  expect([heard.onClick.mock.calls.length, heard.onSubmit.mock.calls.length]).toEqual([1, 1]);

  rerender(setUp(true, heard));
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await person.keyboard('{Enter}');
  await person.type(screen.getByRole('textbox'), 'x{Enter}');
  expect([heard.onClick.mock.calls.length, heard.onSubmit.mock.calls.length]).toEqual([1, 1]);

  rerender(setUp(false, heard));
  await person.type(screen.getByRole('textbox'), '{Enter}');
  expect(heard.onSubmit).toHaveBeenCalledTimes(2);
});

test.each([Button, IconButton])(
  'a button that its own press disables keeps the focus until it is left',
  async (Pressed) => {
    const person = userEvent.setup();
    const onClick = vi.fn();
    const at = (disabled: boolean) => (
      <Pressed label="Undo" disabled={disabled} onClick={onClick}>
        Undo
      </Pressed>
    );
    const { rerender } = render(at(false));
    const button = screen.getByRole('button', { name: 'Undo' });
    await person.tab();
    await person.keyboard('{Enter}');
    rerender(at(true));
    expect([document.activeElement, button.getAttribute('aria-disabled')]).toEqual([button, 'true']);
    await person.keyboard('{Enter}');
    expect(onClick).toHaveBeenCalledTimes(1);
    await person.tab();
    expect(button.hasAttribute('disabled')).toBe(true);
  },
);
