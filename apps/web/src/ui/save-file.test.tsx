import { createFakeTime } from '@tactus/time/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { saveFile } from './save-file.ts';

test('a file that is saved keeps its address until the browser has read it', () => {
  const time = createFakeTime();
  const revoked: string[] = [];
  const clicked: string[] = [];
  // jsdom has no addresses of objects.
  vi.stubGlobal(
    'URL',
    Object.assign(class extends URL {}, {
      createObjectURL: () => 'blob:here',
      revokeObjectURL: (address: string) => void revoked.push(address),
    }),
  );
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(`${this.download} ${this.href}`);
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    click.mockRestore();
  });
  saveFile('a.json', '{}', time);
  expect([clicked, revoked]).toEqual([['a.json blob:here'], []]);
  time.advance(60_000);
  expect(revoked).toEqual(['blob:here']);
});
