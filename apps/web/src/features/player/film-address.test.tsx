import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openPlayer } from './testing/open-player.tsx';

test('the address of a film ends once its element, no longer on the page, has let go of it', async () => {
  const { choose } = await openPlayer();
  const elements: Element[] = [];
  const made: Blob[] = [];
  const ended: string[] = [];
  URL.createObjectURL = (file: Blob) => `blob:${made.push(file)}`;
  URL.revokeObjectURL = (address) => {
    expect(elements.map((element) => element.getAttribute('src'))).not.toContain(address);
    ended.push(address);
  };
  /** Opens a film; the address at which its element plays it. */
  async function open(name: string): Promise<string> {
    await choose(new File([name], name, { type: 'video/mp4' }));
    const element = await waitFor(() => {
      const [last] = [...document.querySelectorAll('video')].filter((video) => !elements.includes(video));
      if (last === undefined) throw new Error('No other film is shown');
      return last;
    });
    elements.push(element);
    return element.getAttribute('src') ?? '';
  }
  const first = await open('ride.mp4');
  const second = await open('other.mp4');
  await waitFor(() => expect(ended).toEqual([first]));
  await userEvent.click(screen.getByRole('button', { name: 'Back to the library' }));
  await waitFor(() => expect(ended).toEqual([first, second]));
});
