import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';

const setUp = (busy: boolean, handlers: { onClick: () => void; onSubmit: () => void }) => (
  <form
    onSubmit={(event) => {
      event.preventDefault();
      handlers.onSubmit();
    }}
  >
    <input aria-label="Name" />
    <Button type="submit" busy={busy} onClick={handlers.onClick}>
      Go
    </Button>
  </form>
);

test('a busy button does not lose the focus and takes no press, not even by Enter in its form', async () => {
  const person = userEvent.setup();
  const handlers = { onClick: vi.fn(), onSubmit: vi.fn() };
  const { rerender } = render(setUp(false, handlers));
  const button = screen.getByRole('button', { name: 'Go' });
  await person.click(button);
  expect([handlers.onClick.mock.calls.length, handlers.onSubmit.mock.calls.length]).toEqual([1, 1]);

  rerender(setUp(true, handlers));
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await person.keyboard('{Enter}');
  await person.type(screen.getByRole('textbox'), 'x{Enter}');
  expect([handlers.onClick.mock.calls.length, handlers.onSubmit.mock.calls.length]).toEqual([1, 1]);

  rerender(setUp(false, handlers));
  await person.type(screen.getByRole('textbox'), '{Enter}');
  expect(handlers.onSubmit).toHaveBeenCalledTimes(2);
});

test.each([Button, IconButton])(
  'a button disabled by its own press has the focus until the person leaves it',
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
