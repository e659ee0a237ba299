import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { takePageStorage } from './page-storage.ts';

takePageStorage();

// A page is a chunk: where the machine is shared, its import takes longer than the second that is waited by itself.
configure({ asyncUtilTimeout: 60_000 });

// jsdom has no layout and no drawing: code that needs them runs as in a browser without them. No stubs of Vitest: a test
// that takes its own stubs back would take these back too.
Object.assign(globalThis, {
  ResizeObserver: class {
    observe() {
      return undefined;
    }
    disconnect() {
      return undefined;
    }
  },
  matchMedia: (media: string) => ({
    media,
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }),
  scrollTo: () => undefined,
});
HTMLCanvasElement.prototype.getContext = () => null;
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};
Element.prototype.setPointerCapture = () => undefined;

afterEach(() => {
  cleanup();
  document.documentElement.lang = '';
});

// The next file begins on an empty page, in a browser without stored data. A page that is still being loaded then would
// be missing for good.
afterAll(async () => {
  await vi.dynamicImportSettled();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
});
