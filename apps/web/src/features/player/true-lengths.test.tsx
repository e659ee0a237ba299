import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { openPlayer, scriptFile } from './testing/open-player.tsx';

const video = (name: string) => new File(['pictures'], name, { type: 'video/mp4' });
const lengthNote = () => screen.queryByText(/^The script ends at/);
const scriptIsOpen = () => screen.findByRole('heading', { name: 'Before you play' }, { timeout: 5_000 });

describe('a script and a film of different length', () => {
  test('are reported, with both lengths', async () => {
    const { choose, lasts } = await openPlayer();
    await choose(video('ride.mp4'), scriptFile('ride.csv', 90));
    await scriptIsOpen();
    lasts(20);
    expect(lengthNote()).toHaveTextContent('The script ends at 1:30, the video at 0:20');
    lasts(600);
    expect(lengthNote()).toHaveTextContent('The script ends at 1:30, the video at 10:00');
  });

  test('are not reported where only the credits have no script, and while the length of the film is unknown', async () => {
    const { choose, lasts } = await openPlayer();
    await choose(video('ride.mp4'), scriptFile('ride.csv', 90));
    await scriptIsOpen();
    expect(lengthNote()).toBeNull();
    lasts(94);
    expect(lengthNote()).toBeNull();
    lasts(89);
    expect(lengthNote()).toBeNull();
    lasts(Number.POSITIVE_INFINITY);
    expect(lengthNote()).toBeNull();
  });
});

describe('a place where a script was left', () => {
  async function leave(atS: number, then: () => void = () => undefined) {
    const page = await openPlayer();
    await page.choose(video('ride.mp4'), scriptFile('ride.csv', 90));
    await scriptIsOpen();
    page.lasts(95);
    page.playsTo(atS);
    then();
    await userEvent.click(screen.getByRole('button', { name: 'Back to the library' }));
    return page;
  }
  const offer = () => screen.queryByText(/From 0:59/);
  async function nothingIsOffered(lasts: (seconds: number) => void) {
    lasts(30);
    await waitFor(() => expect(lengthNote()).toBeVisible());
    lasts(95);
    await waitFor(() => expect(lengthNote()).toBeNull());
    expect(offer()).toBeNull();
  }

  test('is offered only inside the film', async () => {
    const { choose, lasts } = await leave(59);
    await choose(video('ride.mp4'), scriptFile('ride.csv', 90));
    await scriptIsOpen();
    lasts(20);
    await waitFor(() => expect(lengthNote()).toBeVisible());
    expect(offer()).toBeNull();
    lasts(80);
    expect(await screen.findByText(/From 0:59/)).toBeVisible();
  });

  test('belongs to its film: another film with the same script begins at its start', async () => {
    const { choose, lasts } = await leave(59);
    await choose(video('other.mp4'), scriptFile('other.csv', 90));
    await scriptIsOpen();
    await nothingIsOffered(lasts);
  });

  test('is forgotten once the film has ended', async () => {
    const { choose, lasts } = await leave(59, () => {
      const element = document.querySelector('video');
      if (element) fireEvent.ended(element);
    });
    await choose(video('ride.mp4'), scriptFile('ride.csv', 90));
    await scriptIsOpen();
    await nothingIsOffered(lasts);
  });
});
