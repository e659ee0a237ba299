import { createFakeTime } from '@tactus/time/testing';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Select } from './select.tsx';
import { optionAfterKey, optionOfTyped } from './select-keys.ts';
import { TimeProvider } from './time-context.tsx';

const NAMES = ['Apple', 'Banana', 'Blueberry', 'Cherry', 'New Zealand', 'Newfoundland'];

function Fruit({ disabled = false }: { disabled?: boolean }) {
  const [value, setValue] = useState('Banana');
  return (
    <Select
      label="Fruit"
      options={NAMES.map((name) => ({ value: name, label: name }))}
      value={value}
      disabled={disabled}
      onChange={setValue}
    />
  );
}

const box = () => screen.getByRole('combobox', { name: 'Fruit' });
const active = () => document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent;
const isOpen = () => box().getAttribute('aria-expanded') === 'true';

describe('a select by keyboard', () => {
  async function setUp() {
    const time = createFakeTime();
    render(
      <TimeProvider time={time}>
        <Fruit />
      </TimeProvider>,
    );
    await userEvent.tab();
    return (ms: number) => act(() => time.advance(ms));
  }

  test.each(['{ArrowDown}', '{ArrowUp}', '{Enter}', ' ', '{Alt>}{ArrowDown}{/Alt}'])(
    '%s opens the list at the chosen value',
    async (key) => {
      await setUp();
      await userEvent.keyboard(key);
      expect([isOpen(), active()]).toEqual([true, 'Banana']);
      expect(screen.getByRole('option', { selected: true }).textContent).toBe('Banana');
    },
  );

  test.each([
    ['{Enter}', '{ArrowDown}{ArrowDown}', 'Cherry'],
    [' ', '{End}', 'Newfoundland'],
    ['{Tab}', '{Home}', 'Apple'],
    ['{Alt>}{ArrowUp}{/Alt}', '{PageDown}{ArrowUp}', 'New Zealand'],
  ])('%s chooses the option reached by %s', async (choose, keys, chosen) => {
    await setUp();
    await userEvent.keyboard(`{Enter}${keys}${choose}`);
    expect([isOpen(), box().textContent]).toEqual([false, chosen]);
  });

  test('letters find an option, more letters a closer match, and a repeated letter the next', async () => {
    const pass = await setUp();
    await userEvent.keyboard('new z');
    expect([isOpen(), active()]).toEqual([true, 'New Zealand']);
    pass(600);
    await userEvent.keyboard('bb');
    expect(active()).toBe('Blueberry');
    pass(600);
    await userEvent.keyboard(' ');
    expect([isOpen(), box().textContent]).toEqual([false, 'Blueberry']);
  });

  test('Escape closes the list, does not change the value, and reaches the page', async () => {
    await setUp();
    const onKey = vi.fn();
    document.addEventListener('keydown', onKey, { once: true });
    await userEvent.keyboard('{Home}');
    document.addEventListener('keydown', onKey, { once: true });
    await userEvent.keyboard('{Escape}');
    expect([isOpen(), box().textContent]).toEqual([false, 'Banana']);
    expect(onKey.mock.calls.map(([event]) => event.key)).toEqual(['Home', 'Escape']);
  });
});

test('a select used by mouse leaves the focus on its button, and closes when it loses the focus', async () => {
  render(<Fruit />);
  await userEvent.click(box());
  await userEvent.click(screen.getByRole('option', { name: 'Cherry' }));
  expect([isOpen(), box().textContent, document.activeElement]).toEqual([false, 'Cherry', box()]);
  await userEvent.click(box());
  await userEvent.click(document.body);
  expect(isOpen()).toBe(false);
});

test('a select that is disabled while its list is open closes it, and does not open it again by itself', async () => {
  const time = createFakeTime();
  const show = (disabled: boolean) => (
    <TimeProvider time={time}>
      <Fruit disabled={disabled} />
    </TimeProvider>
  );
  const { rerender } = render(show(false));
  await userEvent.click(box());
  expect(isOpen()).toBe(true);
  rerender(show(true));
  expect([isOpen(), screen.queryByRole('option')]).toEqual([false, null]);
  rerender(show(false));
  expect([isOpen(), screen.queryByRole('option')]).toEqual([false, null]);
});

describe('a select on a touch screen', () => {
  afterEach(() => vi.restoreAllMocks());

  test('has the list of the platform, until a key opens it', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (media) => ({ ...new EventTarget(), media, matches: true }) as MediaQueryList,
    ); // only `matches` is read
    render(<Fruit />);
    await userEvent.selectOptions(box(), 'Apple');
    expect(box()).toBeInstanceOf(HTMLSelectElement);
    box().focus();
    expect(fireEvent.keyDown(box(), { key: 'Enter' })).toBe(false);
    expect(box()).toBeInstanceOf(HTMLButtonElement);
    expect([isOpen(), active(), document.activeElement]).toEqual([true, 'Apple', box()]);
  });
});

test('keys move inside the list, and letters search from the present option on', () => {
  expect(['ArrowDown', 'PageUp', 'End', 'x'].map((key) => optionAfterKey(key, 2, 3))).toEqual([2, 0, 2, undefined]);
  expect(optionOfTyped(NAMES, 'b', 2)).toBe(1);
  expect(optionOfTyped(NAMES, 'NEWF', 0)).toBe(5);
  expect(optionOfTyped(NAMES, 'x', 0)).toBe(-1);
});
