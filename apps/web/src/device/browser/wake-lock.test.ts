import { expect, test } from 'vitest';
import { preventSleep } from './wake-lock.ts';

/** A browser that grants locks, and releases them when its page is hidden. */
function build({ grants = true } = {}) {
  let visible = true;
  let notify: () => void = () => undefined;
  let held = 0;
  let requests = 0;
  const ports = {
    request: async () => {
      requests += 1;
      if (!grants) throw new Error('Battery low');
      held += 1;
      let mine = true;
      return {
        release: async () => {
          if (mine) held -= 1;
          mine = false;
        },
      };
    },
    isVisible: () => visible,
    onVisibility(run: () => void) {
      notify = run;
      return () => {
        notify = () => undefined;
      };
    },
  };
  const show = (shown: boolean) => {
    visible = shown;
    if (!shown) held = 0;
    notify();
  };
  const settled = async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return { ports, show, settled, held: () => held, requests: () => requests };
}

test('the screen stays awake until the undo', async () => {
  const { ports, settled, held } = build();
  const undo = preventSleep(ports);
  await settled();
  expect(held()).toBe(1);
  undo();
  await settled();
  expect(held()).toBe(0);
});

test('a lock that the browser released while the page was hidden is requested again', async () => {
  const { ports, show, settled, held } = build();
  preventSleep(ports);
  await settled();
  show(false);
  await settled();
  expect(held()).toBe(0);
  show(true);
  await settled();
  expect(held()).toBe(1);
});

test('a lock granted after the end is released at once', async () => {
  const { ports, settled, held } = build();
  preventSleep(ports)();
  await settled();
  expect(held()).toBe(0);
});

test('a browser that refuses, and one without wake locks, cause no error', async () => {
  const { ports, settled, requests } = build({ grants: false });
  preventSleep(ports)();
  preventSleep({ ...ports, request: undefined })();
  await settled();
  expect(requests()).toBe(1);
});
