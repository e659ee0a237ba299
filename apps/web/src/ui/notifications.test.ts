import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createNotifications } from './notifications.ts';

function notified() {
  const time = createFakeTime();
  const notifications = createNotifications(time);
  return { time, notifications, messages: () => notifications.state.getState().map((shown) => shown.message) };
}

test('a notification stays for 5 s', () => {
  const { time, notifications, messages } = notified();
  notifications.show({ tone: 'positive', message: 'Saved' });
  time.advance(4999);
  expect(messages()).toEqual(['Saved']);
  time.advance(1);
  expect(messages()).toEqual([]);
});

test('several stand in the order they came, and each can be dismissed', () => {
  const { notifications, messages } = notified();
  notifications.show({ tone: 'warning', message: 'one' });
  notifications.show({ tone: 'negative', message: 'two', caption: 'more' });
  expect(messages()).toEqual(['one', 'two']);
  notifications.dismiss(notifications.state.getState()[0]!.id);
  expect(messages()).toEqual(['two']);
});

test('the same message again is not repeated; its time begins again', () => {
  const { time, notifications, messages } = notified();
  notifications.show({ tone: 'negative', message: 'lost' });
  time.advance(4000);
  notifications.show({ tone: 'negative', message: 'lost' });
  time.advance(4000);
  expect(messages()).toEqual(['lost']);
});

test('while held no notification closes; after the release they close after 5 s', () => {
  const { time, notifications, messages } = notified();
  notifications.show({ tone: 'negative', message: 'lost' });
  notifications.hold(true);
  time.advance(60_000);
  expect(messages()).toEqual(['lost']);
  notifications.hold(false);
  time.advance(5000);
  expect(messages()).toEqual([]);
});

test('one that is shown while others are held stays as long as they do', () => {
  const { time, notifications, messages } = notified();
  notifications.show({ tone: 'negative', message: 'lost' });
  notifications.hold(true);
  notifications.show({ tone: 'negative', message: 'lost' });
  notifications.show({ tone: 'positive', message: 'back' });
  time.advance(6000);
  expect(messages()).toEqual(['lost', 'back']);
  notifications.hold(false);
  time.advance(4999);
  expect(messages()).toEqual(['lost', 'back']);
  time.advance(1);
  expect(messages()).toEqual([]);
});

test('an empty list holds nothing: the next notification stays for 5 s', () => {
  const { time, notifications, messages } = notified();
  const id = notifications.show({ tone: 'negative', message: 'lost' });
  notifications.hold(true);
  notifications.dismiss(id);
  notifications.show({ tone: 'positive', message: 'back' });
  time.advance(5000);
  expect(messages()).toEqual([]);

  notifications.hold(true);
  notifications.show({ tone: 'positive', message: 'back' });
  time.advance(4999);
  expect(messages()).toEqual(['back']);
  time.advance(1);
  expect(messages()).toEqual([]);
});
