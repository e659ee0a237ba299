import { createFakeTime } from '@tactus/time/testing';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Fader } from './fader.tsx';
import { moveRangePart, rangePartAt } from './percent-range.ts';
import { RangeFader } from './range-fader.tsx';
import { TimeProvider } from './time-context.tsx';
import { useDrag } from './use-drag.ts';

function SpeedFader({ released = () => undefined }: { released?: (value: number) => void }) {
  const [value, setValue] = useState(20);
  return <Fader label="Speed" value={value} valueText={`${value} %`} onChange={setValue} onRelease={released} />;
}

function StrokeFader({ disabled = false }) {
  const [range, setRange] = useState({ min: 20, max: 80 });
  return (
    <RangeFader
      disabled={disabled}
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

/** jsdom has no layout: the test sets the size of the control to 200 by 56. */
function boxed(element: HTMLElement) {
  element.getBoundingClientRect = () => DOMRect.fromRect({ x: 0, y: 0, width: 200, height: 56 });
  return element;
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

  test('announces its value as text', () => {
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

  const press = { pointerId: 1, button: 0, pointerType: 'touch' };

  test('follows a finger only once it moves along it: one that moves up or down first changes nothing, wherever it ends', () => {
    const released = vi.fn();
    render(<SpeedFader released={released} />);
    fireEvent.pointerDown(fader(), { ...press, clientX: 150, clientY: 20 });
    fireEvent.pointerMove(fader(), { ...press, clientX: 153, clientY: 40 });
    fireEvent.pointerMove(fader(), { ...press, clientX: 190, clientY: 60 });
    fireEvent.pointerUp(fader(), { ...press, clientX: 190, clientY: 60 });
    expect([percentOf('Speed'), released.mock.calls]).toEqual([20, []]);
    fireEvent.pointerDown(fader(), { ...press, clientX: 100, clientY: 20 });
    fireEvent.pointerMove(fader(), { ...press, clientX: 112, clientY: 24 });
    fireEvent.pointerMove(fader(), { ...press, clientX: 132, clientY: 60 });
    fireEvent.pointerUp(fader(), { ...press, clientX: 132, clientY: 60 });
    // From where it came down: the value stays under the finger.
    expect([percentOf('Speed'), released.mock.calls]).toEqual([36, [[36]]]);
  });

  test('changes nothing where the browser treats the touch as a scroll, pressed or already moved', () => {
    render(<SpeedFader />);
    fireEvent.pointerDown(fader(), { ...press, clientX: 150, clientY: 20 });
    fireEvent.pointerCancel(fader(), { ...press, clientX: 0, clientY: 0 });
    expect(percentOf('Speed')).toBe(20);
    fireEvent.pointerDown(fader(), { ...press, clientX: 100, clientY: 20 });
    fireEvent.pointerMove(fader(), { ...press, clientX: 112, clientY: 24 });
    fireEvent.pointerMove(fader(), { ...press, clientX: 122, clientY: 24 });
    expect(percentOf('Speed')).toBe(31);
    fireEvent.pointerCancel(fader(), { ...press, clientX: 0, clientY: 0 });
    expect(percentOf('Speed')).toBe(20);
  });

  test('has the value to which a finger has dragged it far, where the browser cancels the touch', () => {
    const released = vi.fn();
    render(<SpeedFader released={released} />);
    fireEvent.pointerDown(fader(), { ...press, clientX: 50, clientY: 20 });
    fireEvent.pointerMove(fader(), { ...press, clientX: 62, clientY: 20 });
    fireEvent.pointerMove(fader(), { ...press, clientX: 162, clientY: 20 });
    fireEvent.pointerCancel(fader(), { ...press, clientX: 0, clientY: 0 });
    expect([percentOf('Speed'), released.mock.calls]).toEqual([76, [[76]]]);
  });

  test('does not follow another finger', () => {
    render(<SpeedFader />);
    fireEvent.pointerDown(fader(), { pointerId: 1, clientX: 150, clientY: 20, button: 0 });
    fireEvent.pointerMove(fader(), { pointerId: 2, clientX: 20, clientY: 20 });
    expect(percentOf('Speed')).toBe(20);
  });
});

describe('an upright fader on a page that scrolls', () => {
  function Upright() {
    const [value, setValue] = useState(20);
    return <Fader label="Speed" orientation="vertical" value={value} valueText="" onChange={setValue} />;
  }

  beforeEach(() => {
    vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(2000);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('is set by a tap of a finger beside its handle, as the finger lifts', () => {
    render(<Upright />);
    const fader = boxed(screen.getByRole('slider').parentElement!);
    const touch = { pointerId: 1, button: 0, clientX: 100, pointerType: 'touch' };
    fireEvent.pointerDown(fader, { ...touch, clientY: 28 });
    fireEvent.pointerMove(fader, { ...touch, clientY: 31 });
    expect(percentOf('Speed')).toBe(20);
    fireEvent.pointerUp(fader, { ...touch, clientY: 31 });
    expect(percentOf('Speed')).toBe(50);
  });

  test('does not change where a finger comes down to stop a page that still rolls', () => {
    render(<Upright />);
    const fader = boxed(screen.getByRole('slider').parentElement!);
    const touch = { pointerId: 1, button: 0, clientX: 100, clientY: 28, pointerType: 'touch' };
    fireEvent.scroll(document);
    fireEvent.scroll(document);
    fireEvent.pointerDown(fader, touch);
    fireEvent.pointerUp(fader, touch);
    expect(percentOf('Speed')).toBe(20);
  });

  test('does not change where a finger that came down beside its handle leaves and returns', () => {
    render(<Upright />);
    const fader = boxed(screen.getByRole('slider').parentElement!);
    const touch = { pointerId: 1, button: 0, clientX: 100, pointerType: 'touch' };
    fireEvent.pointerDown(fader, { ...touch, clientY: 28 });
    fireEvent.pointerMove(fader, { ...touch, clientY: 12 });
    fireEvent.pointerMove(fader, { ...touch, clientY: 28 });
    fireEvent.pointerUp(fader, { ...touch, clientY: 28 });
    expect(percentOf('Speed')).toBe(20);
  });

  test('is moved by a finger on its handle alone, and by a mouse anywhere', () => {
    render(<Upright />);
    const fader = boxed(screen.getByRole('slider').parentElement!);
    const press = { pointerId: 1, button: 0, clientX: 100 };
    const drag = (from: Element, pointerType: string) => {
      fireEvent.pointerDown(from, { ...press, pointerType, clientY: 40 });
      fireEvent.pointerMove(fader, { ...press, pointerType, clientY: 28 });
      fireEvent.pointerMove(fader, { ...press, pointerType, clientY: 14 });
      fireEvent.pointerUp(fader, { ...press, pointerType, clientY: 14 });
    };
    drag(fader, 'touch');
    expect(percentOf('Speed')).toBe(20);
    const handle = fader.querySelector('[data-handle]')!;
    drag(handle, 'touch');
    expect(percentOf('Speed')).toBe(66);
    // A tap on it does not change the value.
    fireEvent.pointerDown(handle, { ...press, pointerType: 'touch', clientY: 20 });
    fireEvent.pointerUp(fader, { ...press, pointerType: 'touch', clientY: 20 });
    expect(percentOf('Speed')).toBe(66);
    drag(fader, 'mouse');
    expect(percentOf('Speed')).toBe(100);
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

  test('lets the hand drag the nearer end, or the window where neither is near', () => {
    const range = { min: 20, max: 80 };
    expect([5, 25, 50, 75, 95].map((percent) => rangePartAt(range, percent, 10))).toEqual([
      'min',
      'min',
      'window',
      'max',
      'max',
    ]);
  });

  test('has its ends inside 0-100 and apart', () => {
    expect(moveRangePart({ min: 20, max: 80 }, 'min', -50, { gap: 5 })).toEqual({ min: 0, max: 80 });
    expect(moveRangePart({ min: 20, max: 80 }, 'max', -90, { gap: 5 })).toEqual({ min: 20, max: 25 });
    expect(moveRangePart({ min: 20, max: 80 }, 'window', -50, { gap: 5 })).toEqual({ min: 0, max: 60 });
  });

  test('has its ends inside its limits, also where they leave no room for the distance', () => {
    const limits = { gap: 5, within: { min: 20, max: 60 } };
    expect(moveRangePart({ min: 30, max: 50 }, 'min', -50, limits)).toEqual({ min: 20, max: 50 });
    expect(moveRangePart({ min: 30, max: 50 }, 'max', 50, limits)).toEqual({ min: 30, max: 60 });
    expect(moveRangePart({ min: 30, max: 50 }, 'window', 50, limits)).toEqual({ min: 40, max: 60 });
    expect(moveRangePart({ min: 20, max: 22 }, 'max', 50, { gap: 5, within: { min: 20, max: 22 } })).toEqual({
      ...{ min: 20, max: 22 },
    });
  });
});

test('an end that is disabled while it has the focus keeps it, but takes no key, nor a held one once it is enabled', async () => {
  const { rerender } = render(<StrokeFader />);
  const top = screen.getByRole('slider', { name: 'Top' });
  top.focus();
  await userEvent.keyboard('{ArrowDown>}');
  rerender(<StrokeFader disabled />);
  expect(top).toHaveFocus();
  expect(top).toBeEnabled();
  expect(top).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByRole('slider', { name: 'Bottom' })).toBeDisabled();
  expect(fireEvent.keyDown(top, { key: 'ArrowDown', repeat: true })).toBe(false);
  fireEvent.change(top, { target: { value: '50' } });
  rerender(<StrokeFader />);
  fireEvent.keyDown(top, { key: 'ArrowDown', repeat: true });
  expect(percentOf('Top')).toBe(79);
  await userEvent.keyboard('{/ArrowDown}{ArrowDown}');
  expect(percentOf('Top')).toBe(78);
});

describe('a control that is disabled while a hand is on it', () => {
  const touch = { pointerId: 1, button: 0, pointerType: 'touch', clientY: 20 };

  test('ends the drag, calls nothing more, and can be dragged again once it is enabled', () => {
    const changed = vi.fn();
    const released = vi.fn();
    const fader = (disabled: boolean) => (
      <Fader label="Speed" value={20} valueText="" disabled={disabled} onChange={changed} onRelease={released} />
    );
    const { rerender } = render(fader(false));
    const body = boxed(screen.getByRole('slider').parentElement!);
    const drag = () => {
      fireEvent.pointerDown(body, { ...touch, clientX: 50 });
      fireEvent.pointerMove(body, { ...touch, clientX: 70 });
      fireEvent.pointerMove(body, { ...touch, clientX: 90 });
    };
    drag();
    expect(body).toHaveAttribute('data-held');
    rerender(fader(true));
    expect(body).not.toHaveAttribute('data-held');
    expect([changed.mock.calls, released.mock.calls]).toEqual([[[30], [40]], [[40]]]);
    fireEvent.pointerMove(body, { ...touch, clientX: 150 });
    fireEvent.pointerUp(body, { ...touch, clientX: 150 });
    drag();
    expect(changed).toHaveBeenCalledTimes(2);
    rerender(fader(false));
    drag();
    fireEvent.pointerUp(body, { ...touch, clientX: 90 });
    expect([changed.mock.calls.length, released.mock.calls.length]).toEqual([4, 2]);
  });

  test('ends the drag of a window by its end', () => {
    const changed = vi.fn();
    const released = vi.fn();
    const range = { min: 20, max: 80 };
    const fader = (disabled: boolean) => (
      <RangeFader
        label="Stroke"
        minLabel="Bottom"
        maxLabel="Top"
        range={range}
        gap={5}
        disabled={disabled}
        valueText={String}
        onChange={changed}
        onRelease={released}
      />
    );
    const { rerender } = render(fader(false));
    const body = boxed(screen.getByRole('group', { name: 'Stroke' }));
    fireEvent.pointerDown(body, { ...touch, pointerType: 'mouse', clientX: 160 });
    fireEvent.pointerMove(body, { ...touch, pointerType: 'mouse', clientX: 140 });
    rerender(fader(true));
    expect(body).not.toHaveAttribute('data-held');
    expect(changed.mock.calls).toEqual([[{ min: 20, max: 70 }]]);
    expect(released.mock.calls).toEqual([[{ min: 20, max: 70 }]]);
    rerender(fader(false));
    fireEvent.pointerDown(body, { ...touch, pointerType: 'mouse', clientX: 160 });
    expect(body).toHaveAttribute('data-held', 'max');
  });

  test('does not begin a drag by a finger that rests on it', () => {
    const time = createFakeTime();
    const called: string[] = [];
    function Surface({ disabled }: { disabled: boolean }) {
      const surface = useRef<HTMLDivElement>(null);
      const { hand } = useDrag(
        'both',
        {
          onStart: () => called.push('start'),
          onMove: () => called.push('move'),
          onEnd: ({ kind }) => called.push(kind),
        },
        { surface, disabled },
      );
      return <div ref={surface} data-testid="surface" {...hand} />;
    }
    const surface = (disabled: boolean) => (
      <TimeProvider time={time}>
        <Surface disabled={disabled} />
      </TimeProvider>
    );
    const { rerender, unmount } = render(surface(false));
    const press = () => fireEvent.pointerDown(screen.getByTestId('surface'), { ...touch, clientX: 50 });
    press();
    rerender(surface(true));
    act(() => time.advance(1000));
    expect([called, time.pending()]).toEqual([[], 0]);
    rerender(surface(false));
    press();
    act(() => time.advance(1000));
    expect(called).toEqual(['start']);
    unmount();
    expect(called).toEqual(['start', 'cut-off']);
  });
});
