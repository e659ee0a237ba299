import { createFakeTime } from '@tactus/time/testing';
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useLoopChoice } from './session/use-loop-choice.ts';
import { useRetainedVolume } from './session/use-medium.ts';
import { createVirtualMedia } from './session/virtual-media.ts';
import type { PlayerSource } from './source/source.ts';

const one: PlayerSource = { name: 'one.mp4', type: 'video/mp4' };
const other: PlayerSource = { name: 'other.mp4', type: 'video/mp4' };

test('the chosen part of one medium does not apply to another', () => {
  const { result, rerender } = renderHook(({ played }) => useLoopChoice(played), { initialProps: { played: one } });
  act(() => result.current[1]({ startS: 2, endS: 6 }));
  rerender({ played: one });
  expect(result.current[0]).toEqual({ startS: 2, endS: 6 });
  rerender({ played: other });
  expect(result.current[0]).toBeUndefined();
  act(() => result.current[1]({ startS: 1 }));
  expect(result.current[0]).toEqual({ startS: 1 });
});

test('another medium has the volume of the previous one', () => {
  const time = createFakeTime();
  const [first, second] = [createVirtualMedia(time, 10), createVirtualMedia(time, 10)];
  const { rerender } = renderHook(({ element }) => useRetainedVolume(element), { initialProps: { element: first } });
  first.volume = 0.3;
  first.muted = true;
  rerender({ element: second });
  expect([second.volume, second.muted]).toEqual([0.3, true]);
  second.muted = false;
  expect([first.muted, second.muted]).toEqual([true, false]);
});
