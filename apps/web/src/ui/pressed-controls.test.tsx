import { createFakeTime, type FakeTime } from '@tactus/time/testing';
import { act, createEvent, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { HoldButton } from './hold-button.tsx';
import { Stepper } from './stepper.tsx';
import { StopButton } from './stop-button.tsx';
import { TimeProvider } from './time-context.tsx';

/** Lets time pass as it does in a browser: the page renders between one timer and the next. */
function hold(time: FakeTime, ms: number) {
  for (let passed = 0; passed < ms; passed += 20) act(() => time.advance(20));
}

describe('a stepper', () => {
  function Ramp({ disabled = false }) {
    const [value, setValue] = useState(1);
    return (
      <Stepper
        disabled={disabled}
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

  /** A stepper with fake time, and its plus button. */
  function showRamp() {
    const time = createFakeTime();
    render(
      <TimeProvider time={time}>
        <Ramp />
      </TimeProvider>,
    );
    return { time, longer: screen.getByRole('button', { name: 'Longer' }) };
  }

  test('steps by click and by key', async () => {
    render(<Ramp />);
    await userEvent.click(screen.getByRole('button', { name: 'Longer' }));
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('status')).toHaveTextContent('2 s');
  });

  test('repeats while held, faster the longer, and stops at its end', () => {
    const { time, longer } = showRamp();
    fireEvent.pointerDown(longer, { button: 0 });
    expect(screen.getByRole('status')).toHaveTextContent('1 s');
    act(() => time.advance(400));
    expect(screen.getByRole('status')).toHaveTextContent('1.5 s');
    hold(time, 1000);
    expect(Number.parseFloat(screen.getByRole('status').textContent)).toBeGreaterThan(4.5);
    hold(time, 10_000);
    expect(screen.getByRole('status')).toHaveTextContent('10 s');
    expect(time.pending()).toBe(0);
  });

  test('does not step any more once released', () => {
    const { time, longer } = showRamp();
    fireEvent.pointerDown(longer, { button: 0 });
    act(() => time.advance(400));
    fireEvent.pointerUp(longer);
    fireEvent.click(longer, { detail: 1 });
    expect(screen.getByRole('status')).toHaveTextContent('1.5 s');
    expect(time.pending()).toBe(0);
  });

  test('that is disabled leaves the focus at its button, which takes no press', async () => {
    const { rerender } = render(<Ramp />);
    const longer = screen.getByRole('button', { name: 'Longer' });
    longer.focus();
    rerender(<Ramp disabled />);
    expect(longer).toHaveFocus();
    expect(longer).toBeEnabled();
    expect(screen.getByRole('button', { name: 'Shorter' })).toBeDisabled();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('status')).toHaveTextContent('1 s');
    rerender(<Ramp />);
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('status')).toHaveTextContent('1.5 s');
  });

  test('takes no step where the finger turns out to scroll the page', () => {
    const { time, longer } = showRamp();
    fireEvent.pointerDown(longer, { button: 0, pointerType: 'touch' });
    fireEvent.pointerCancel(longer);
    hold(time, 1000);
    expect(screen.getByRole('status')).toHaveTextContent('1 s');
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

  test('is held by a finger that rests on it for a moment, not by one that moves on', () => {
    const time = createFakeTime();
    const held = vi.fn();
    render(
      <TimeProvider time={time}>
        <HoldButton onHold={held}>Boost</HoldButton>
      </TimeProvider>,
    );
    const button = screen.getByRole('button');
    fireEvent.pointerDown(button, { button: 0, pointerType: 'touch' });
    act(() => time.advance(150));
    fireEvent.pointerCancel(button);
    act(() => time.advance(1000));
    expect(held).not.toHaveBeenCalled();
    expect(fireEvent.touchMove(button)).toBe(true);
    fireEvent.pointerDown(button, { button: 0, pointerType: 'touch' });
    act(() => time.advance(200));
    expect(held.mock.calls).toEqual([[true]]);
    // The page does not scroll with it any more.
    expect(fireEvent.touchMove(button)).toBe(false);
    fireEvent.pointerUp(button);
    expect(held.mock.calls).toEqual([[true], [false]]);
  });

  /** A hold button under fake time, and what it told. */
  function showBoost() {
    const time = createFakeTime();
    const held = vi.fn();
    render(
      <TimeProvider time={time}>
        <HoldButton onHold={held}>Boost</HoldButton>
      </TimeProvider>,
    );
    const button = screen.getByRole('button');
    const finger = (pointerId: number) => ({ button: 0, pointerType: 'touch', pointerId });
    return { time, held, button, finger };
  }

  test('is not held after a tap of two fingers', () => {
    const { time, held, button, finger } = showBoost();
    fireEvent.pointerDown(button, finger(1));
    fireEvent.pointerDown(button, finger(2));
    fireEvent.pointerUp(button, finger(1));
    fireEvent.pointerUp(button, finger(2));
    act(() => time.advance(1000));
    expect(held).not.toHaveBeenCalled();
    expect(time.pending()).toBe(0);
  });

  test('is held by the finger that came first, whatever a second one does', () => {
    const { time, held, button, finger } = showBoost();
    fireEvent.pointerDown(button, finger(1));
    act(() => time.advance(200));
    fireEvent.pointerDown(button, finger(2));
    fireEvent.pointerUp(button, finger(2));
    act(() => time.advance(1000));
    expect(held.mock.calls).toEqual([[true]]);
    fireEvent.pointerDown(button, finger(2));
    fireEvent.pointerUp(button, finger(1));
    act(() => time.advance(1000));
    expect(held.mock.calls).toEqual([[true], [false]]);
    fireEvent.pointerUp(button, finger(2));
    fireEvent.pointerDown(button, finger(3));
    act(() => time.advance(200));
    expect(held.mock.calls).toEqual([[true], [false], [true]]);
  });

  test('ends the hold when it is disabled or removed', () => {
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

  test('needs a new press of a key that was down before it was enabled again', () => {
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

  test('stops by keyboard too after a press without a click', async () => {
    const stopped = vi.fn();
    render(<StopButton label="Stop" description="Stop (Esc)" moving busy={false} onStop={stopped} />);
    fireEvent.pointerDown(screen.getByRole('button'), { button: 0 });
    fireEvent.pointerUp(document.body);
    screen.getByRole('button').focus();
    await userEvent.keyboard('{Enter}');
    expect(stopped).toHaveBeenCalledTimes(2);
  });

  /** A click without a press, as assistive technology sends it, so long after the last event. */
  function clickAfter(ms: number) {
    const click = createEvent.click(screen.getByRole('button'), { detail: 1 });
    Object.defineProperty(click, 'timeStamp', { value: click.timeStamp + ms });
    fireEvent(screen.getByRole('button'), click);
  }

  test('stops by a click without a press after a press that the browser cancelled', () => {
    const stopped = vi.fn();
    render(<StopButton label="Stop" description="Stop (Esc)" moving busy={false} onStop={stopped} />);
    fireEvent.pointerDown(screen.getByRole('button'), { button: 0, pointerType: 'touch' });
    fireEvent.pointerCancel(screen.getByRole('button'), { pointerType: 'touch' });
    clickAfter(0);
    expect(stopped).toHaveBeenCalledTimes(2);
  });

  test('stops by a click without a press after a press that slid off', () => {
    const stopped = vi.fn();
    render(<StopButton label="Stop" description="Stop (Esc)" moving busy={false} onStop={stopped} />);
    fireEvent.pointerDown(screen.getByRole('button'), { button: 0 });
    // The button has captured the pointer, wherever it is lifted.
    fireEvent.pointerUp(screen.getByRole('button'), { clientX: 500, clientY: 500 });
    clickAfter(1000);
    expect(stopped).toHaveBeenCalledTimes(2);
  });

  test('stops once by a press that is held for long', () => {
    const stopped = vi.fn();
    render(<StopButton label="Stop" description="Stop (Esc)" moving busy={false} onStop={stopped} />);
    fireEvent.pointerDown(screen.getByRole('button'), { button: 0 });
    const up = createEvent.pointerUp(screen.getByRole('button'));
    Object.defineProperty(up, 'timeStamp', { value: up.timeStamp + 5000 });
    fireEvent(screen.getByRole('button'), up);
    clickAfter(5000);
    expect(stopped).toHaveBeenCalledTimes(1);
  });
});
