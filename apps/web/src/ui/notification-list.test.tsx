import { createFakeTime } from '@tactus/time/testing';
import { act, createEvent, fireEvent, render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import { useRegisterFrontLayer } from './front-layer.ts';
import { NotificationList } from './notification-list.tsx';
import { createNotifications } from './notifications.ts';

/** A new notification, and the element below it. */
function shown() {
  const time = createFakeTime();
  const notifications = createNotifications(time);
  notifications.show({ tone: 'negative', message: 'Lost' });
  render(<NotificationList notifications={notifications} label="Notifications" closeLabel="Close" />);
  return { time, notifications, list: screen.getByRole('region', { name: 'Notifications' }) };
}

/** jsdom reports no pointer movement; browsers do. */
function moved(target: HTMLElement, movementX: number) {
  return Object.defineProperty(createEvent.pointerMove(target), 'movementX', { value: movementX });
}

test('a pointer that moves over the notifications holds them, until it leaves', () => {
  const { time, notifications, list } = shown();
  fireEvent(list, moved(list, 4));
  time.advance(60_000);
  expect(notifications.state.getState()).toHaveLength(1);
  fireEvent.pointerLeave(list);
  time.advance(5_000);
  expect(notifications.state.getState()).toHaveLength(0);
});

test('a pointer that rests where they appear does not hold them', () => {
  const { time, notifications, list } = shown();
  fireEvent.pointerEnter(list);
  fireEvent(list, moved(list, 0));
  time.advance(5_000);
  expect(notifications.state.getState()).toHaveLength(0);
});

test('notifications that move into a dialog under the pointer are held no longer', () => {
  const { time, notifications, list } = shown();
  fireEvent(list, moved(list, 4));
  const dialog = document.createElement('div');
  document.body.append(dialog);
  onTestFinished(() => dialog.remove());
  renderHook(() => useRegisterFrontLayer(dialog));
  const there = screen.getByRole('region', { name: 'Notifications' });
  expect(dialog).toContainElement(there);
  time.advance(5_000);
  expect(notifications.state.getState()).toHaveLength(0);

  act(() => void notifications.show({ tone: 'negative', message: 'Lost again' }));
  fireEvent(there, moved(there, 4));
  time.advance(60_000);
  expect(notifications.state.getState()).toHaveLength(1);
});

test('the focus on one holds them; closing it returns the focus, and nothing is held any more', async () => {
  render(<button type="button">Before</button>);
  const { time, notifications } = shown();
  const person = userEvent.setup();
  const before = screen.getByRole('button', { name: 'Before' });
  await person.tab();
  await person.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }));
  time.advance(60_000);
  expect(notifications.state.getState()).toHaveLength(1);

  await person.keyboard('{Enter}');
  expect([notifications.state.getState(), document.activeElement]).toEqual([[], before]);
  notifications.show({ tone: 'negative', message: 'Lost again' });
  time.advance(5_000);
  expect(notifications.state.getState()).toHaveLength(0);
});

test('the region that announces notifications is there before the first of them', () => {
  const notifications = createNotifications(createFakeTime());
  render(<NotificationList notifications={notifications} label="Notifications" closeLabel="Close" />);
  const list = screen.getByRole('region', { name: 'Notifications' });
  expect(list).toHaveAttribute('aria-live', 'polite');
  act(() => void notifications.show({ tone: 'positive', message: 'Saved' }));
  expect(screen.getByRole('region', { name: 'Notifications' })).toBe(list);
  expect(list).toHaveTextContent('Saved');
});
