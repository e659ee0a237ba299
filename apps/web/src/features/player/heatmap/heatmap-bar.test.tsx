import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { LanguageProvider } from '../../../i18n/text.tsx';
import { playerTexts } from '../testing/player-texts.ts';
import { scriptOf } from '../testing/script-of.ts';
import { HeatmapBar } from './heatmap-bar.tsx';

const FILE = JSON.stringify({
  metadata: { chapters: [{ name: 'Second', startTime: '00:01:00', endTime: '00:02:00' }] },
  actions: Array.from({ length: 201 }, (_, index) => ({ at: index * 500, pos: (index % 2) * 100 })),
});

/** The bar of a script of 100 s, at 70 s. */
async function setUp() {
  const script = await scriptOf(FILE);
  const language = await playerTexts();
  const seeks: number[] = [];
  render(
    <LanguageProvider store={language}>
      <HeatmapBar script={script} durationMs={100_000} read={() => 70_000} onSeek={(ms) => seeks.push(ms)} />
    </LanguageProvider>,
  );
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Position in the recording' });
  // jsdom has no layout: the test sets the width of the bar to 200.
  const bar = slider.parentElement ?? slider;
  bar.getBoundingClientRect = () => DOMRect.fromRect({ x: 0, y: 0, width: 200, height: 56 });
  return { seeks, slider, bar };
}

test('the keyboard seeks by 5 s, with shift by 30 s, and to the ends', async () => {
  const { seeks, slider } = await setUp();
  slider.focus();
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}{Shift>}{ArrowLeft}{/Shift}{Home}{End}');
  expect(seeks).toEqual([75_000, 65_000, 40_000, 0, 100_000]);
});

test('it announces the time and the chapter', async () => {
  const { slider } = await setUp();
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('1:10 of 1:40, Second');
  expect(slider.value).toBe('70000');
});

test('a drag shows its target, and seeks once: when the hand lets go', async () => {
  const { seeks, bar } = await setUp();
  fireEvent.pointerDown(bar, { button: 0, buttons: 1, pointerId: 1, clientX: 40 });
  fireEvent.pointerMove(bar, { buttons: 1, pointerId: 1, clientX: 100 });
  expect(screen.getByText('0:50 of 1:40')).toBeInTheDocument();
  expect(screen.getByText('200 % per second')).toBeInTheDocument();
  expect(seeks).toEqual([]);
  fireEvent.pointerUp(bar, { pointerId: 1, clientX: 100 });
  expect(seeks).toEqual([50_000]);
  expect(screen.queryByText('0:50 of 1:40')).toBeNull();
});
