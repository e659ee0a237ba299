import { createFakeTime, type FakeTime } from '@tactus/time/testing';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { Fader } from './fader.tsx';
import { HoldButton } from './hold-button.tsx';
import { moveRange, partAt } from './percent-range.ts';
import { RangeFader } from './range-fader.tsx';
import { Stepper } from './stepper.tsx';
import { StopButton } from './stop-button.tsx';
import { TimeProvider } from './time-context.tsx';

function SpeedFader({ released = () => undefined }: { released?: (value: number) => void }) {
  const [value, setValue] = useState(20);
  return <Fader label="Speed" value={value} valueText={`${value} %`} onChange={setValue} onRelease={released} />;
}

function StrokeFader() {
  const [range, setRange] = useState({ min: 20, max: 80 });
  return (
    <RangeFader
      label="Stroke"
      minLabel="Bottom"
      maxLabel="Top"
      range={range}
      gap={5}
      valueText={(value) => `${value} %`}
      onChange={setRange}
    />
  );
}

const percentOf = (name: string) => Number(screen.getByRole<HTMLInputElement>('slider', { name }).value);

/** jsdom lays nothing out: the control is given the size 200 by 56. */
function boxed(element: HTMLElement) {
  element.getBoundingClientRect = () => DOMRect.fromRect({ x: 0, y: 0, width: 200, height: 56 });
  return element;
}

/** Lets time pass as it does in a browser: the page renders between one timer and the next. */
function hold(time: FakeTime, ms: number) {
  for (let passed = 0; passed < ms; passed += 20) act(() => time.advance(20));
}

describe('a fader by keyboard', () => {
  test.each([
    ['{ArrowUp}', 21],
    ['{ArrowRight}', 21],
    ['{ArrowDown}', 19],
    ['{ArrowLeft}', 19],
    ['{Shift>}{ArrowUp}{/Shift}', 30],
    ['{Shift>}{ArrowLeft}{/Shift}', 10],
    ['{PageUp}', 30],
    ['{PageDown}', 10],
    ['{Home}', 0],
    ['{End}', 100],
    ['{PageDown}{PageDown}{PageDown}', 0],
  ])('%s moves 20 to %d', async (keys, expected) => {
    const released = vi.fn();
    render(<SpeedFader released={released} />);
    await userEvent.tab();
    await userEvent.keyboard(keys);
    expect(percentOf('Speed')).toBe(expected);
    expect(released).toHaveBeenLastCalledWith(expected);
  });

  test('says its value in words', () => {
    render(<SpeedFader />);
    expect(screen.getByRole('slider', { name: 'Speed' })).toHaveAttribute('aria-valuetext', '20 %');
  });
});

describe('a fader by hand', () => {
  const fader = () => boxed(screen.getByRole('slider').parentElement!);

  test('moves with the hand from where it was', () => {
    const released = vi.fn();
    render(<SpeedFader released={released} />);
    fireEvent.pointerDown(fader(), { pointerId: 1, clientX: 150, clientY: 20, button: 0 });
    fireEvent.pointerMove(fader(), { pointerId: 1, clientX: 190, clientY: 20 });
    expect(percentOf('Speed')).toBe(40);
    expect(released).not.toHaveBeenCalled();
    fireEvent.pointerUp(fader(), { pointerId: 1, clientX: 190, clientY: 20 });
    expect(released).toHaveBeenCalledExactlyOnceWith(40);
  });

  test('is set by a tap', () => {
    render(<SpeedFader />);
    fireEvent.pointerDown(fader(), { pointerId: 1, clientX: 150, clientY: 20, button: 0 });
    fireEvent.pointerUp(fader(), { pointerId: 1, clientX: 151, clientY: 20 });
    expect(percentOf('Speed')).toBe(75);
  });

  test('does not follow another finger', () => {
    render(<SpeedFader />);
    fireEvent.pointerDown(fader(), { pointerId: 1, clientX: 150, clientY: 20, button: 0 });
    fireEvent.pointerMove(fader(), { pointerId: 2, clientX: 20, clientY: 20 });
    expect(percentOf('Speed')).toBe(20);
  });
});

describe('a range fader', () => {
  test('has an end each with its own name and keys', async () => {
    render(<StrokeFader />);
    await userEvent.tab();
    await userEvent.keyboard('{PageUp}');
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    expect([percentOf('Bottom'), percentOf('Top')]).toEqual([30, 79]);
  });

  test('has ends that cannot cross', async () => {
    render(<StrokeFader />);
    await userEvent.tab();
    await userEvent.keyboard('{End}');
    expect([percentOf('Bottom'), percentOf('Top')]).toEqual([75, 80]);
    await userEvent.tab();
    await userEvent.keyboard('{Home}');
    expect([percentOf('Bottom'), percentOf('Top')]).toEqual([75, 80]);
  });

  test('is moved whole by its middle and never longer or shorter by it', () => {
    render(<StrokeFader />);
    const fader = boxed(screen.getByRole('group', { name: 'Stroke' }));
    fireEvent.pointerDown(fader, { pointerId: 1, clientX: 100, clientY: 20, button: 0 });
    fireEvent.pointerMove(fader, { pointerId: 1, clientX: 190, clientY: 20 });
    expect([percentOf('Bottom'), percentOf('Top')]).toEqual([40, 100]);
  });

  test('gives the hand the nearer end, or the window where neither is near', () => {
    const range = { min: 20, max: 80 };
    expect([5, 25, 50, 75, 95].map((percent) => partAt(range, percent, 10))).toEqual([
      'min',
      'min',
      'window',
      'max',
      'max',
    ]);
  });

  test('keeps its ends inside 0-100 and apart', () => {
    expect(moveRange({ min: 20, max: 80 }, 'min', -50, 5)).toEqual({ min: 0, max: 80 });
    expect(moveRange({ min: 20, max: 80 }, 'max', -90, 5)).toEqual({ min: 20, max: 25 });
    expect(moveRange({ min: 20, max: 80 }, 'window', -50, 5)).toEqual({ min: 0, max: 60 });
  });
});

describe('a stepper', () => {
  function Ramp() {
    const [value, setValue] = useState(1);
    return (
      <Stepper
        label="Ramp"
        decreaseLabel="Shorter"
        increaseLabel="Longer"
        value={value}
        min={0}
        max={10}
        step={0.5}
        valueText={`${value} s`}
        onChange={setValue}
      />
    );
  }

  test('steps by click and by key', async () => {
    render(<Ramp />);
    await userEvent.click(screen.getByRole('button', { name: 'Longer' }));
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('status')).toHaveTextContent('2 s');
  });

  test('repeats while held, faster the longer, and stops at its end', () => {
    const time = createFakeTime();
    render(
      <TimeProvider time={time}>
        <Ramp />
      </TimeProvider>,
    );
    const longer = screen.getByRole('button', { name: 'Longer' });
    fireEvent.pointerDown(longer, { button: 0 });
    expect(screen.getByRole('status')).toHaveTextContent('1.5 s');
    act(() => time.advance(400));
    expect(screen.getByRole('status')).toHaveTextContent('2 s');
    hold(time, 1000);
    expect(Number.parseFloat(screen.getByRole('status').textContent)).toBeGreaterThan(4.5);
    hold(time, 10_000);
    expect(screen.getByRole('status')).toHaveTextContent('10 s');
    expect(time.pending()).toBe(0);
  });

  test('does not step on once let go', () => {
    const time = createFakeTime();
    render(
      <TimeProvider time={time}>
        <Ramp />
      </TimeProvider>,
    );
    const longer = screen.getByRole('button', { name: 'Longer' });
    fireEvent.pointerDown(longer, { button: 0 });
    fireEvent.pointerUp(longer);
    expect(time.pending()).toBe(0);
  });
});

describe('a hold button', () => {
  test('acts as long as a key or a finger is down', async () => {
    const held = vi.fn();
    render(<HoldButton onHold={held}>Boost</HoldButton>);
    const user = userEvent.setup();
    await user.tab();
    await user.keyboard('{ >}');
    expect(held).toHaveBeenLastCalledWith(true);
    expect(screen.getByRole('button')).toHaveAttribute('aria-pressed', 'true');
    await user.keyboard('{/ }');
    expect(held).toHaveBeenLastCalledWith(false);
    fireEvent.pointerDown(screen.getByRole('button'), { button: 0 });
    fireEvent.pointerCancel(screen.getByRole('button'));
    expect(held.mock.calls.map(([value]) => value)).toEqual([true, false, true, false]);
  });

  test('lets go when it is disabled or taken away', () => {
    const held = vi.fn();
    const { rerender, unmount } = render(<HoldButton onHold={held}>Boost</HoldButton>);
    fireEvent.pointerDown(screen.getByRole('button'), { button: 0 });
    rerender(
      <HoldButton onHold={held} disabled>
        Boost
      </HoldButton>,
    );
    expect(held.mock.calls.map(([value]) => value)).toEqual([true, false]);
    unmount();
    expect(held).toHaveBeenCalledTimes(2);
  });

  test('is pressed anew once it can be held again, by a key that was down all the while', () => {
    const held = vi.fn();
    const button = (disabled: boolean) => (
      <HoldButton onHold={held} disabled={disabled}>
        Boost
      </HoldButton>
    );
    const { rerender } = render(button(false));
    fireEvent.keyDown(screen.getByRole('button'), { key: ' ' });
    rerender(button(true));
    rerender(button(false));
    fireEvent.keyDown(screen.getByRole('button'), { key: ' ', repeat: true });
    expect(held.mock.calls.map(([value]) => value)).toEqual([true, false]);
    fireEvent.keyUp(screen.getByRole('button'), { key: ' ' });
    fireEvent.keyDown(screen.getByRole('button'), { key: ' ' });
    expect(held).toHaveBeenLastCalledWith(true);
  });
});

describe('the stop button', () => {
  test('stops as the finger comes down, once a press, and by keyboard', async () => {
    const stopped = vi.fn();
    render(<StopButton label="Stop" description="Stop (Esc)" moving busy={false} onStop={stopped} />);
    fireEvent.pointerDown(screen.getByRole('button'), { button: 0 });
    expect(stopped).toHaveBeenCalledTimes(1);
    fireEvent.click(screen.getByRole('button'), { detail: 1 });
    expect(stopped).toHaveBeenCalledTimes(1);
    screen.getByRole('button').focus();
    await userEvent.keyboard('{Enter}');
    expect(stopped).toHaveBeenCalledTimes(2);
  });

  test('stops by keyboard too after a press that came to no click', async () => {
    const stopped = vi.fn();
    render(<StopButton label="Stop" description="Stop (Esc)" moving busy={false} onStop={stopped} />);
    fireEvent.pointerDown(screen.getByRole('button'), { button: 0 });
    fireEvent.pointerUp(document.body);
    screen.getByRole('button').focus();
    await userEvent.keyboard('{Enter}');
    expect(stopped).toHaveBeenCalledTimes(2);
  });
});
