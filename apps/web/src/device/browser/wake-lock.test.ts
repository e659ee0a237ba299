import { expect, test } from 'vitest';
import { preventSleep } from './wake-lock.ts';

/** A browser that grants locks, and takes them back when its page is hidden. */
function build({ grants = true } = {}) {
  let visible = true;
  let tell: () => void = () => undefined;
  let held = 0;
  let asked = 0;
  const ports = {
    request: async () => {
      asked += 1;
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
      tell = run;
      return () => {
        tell = () => undefined;
      };
    },
  };
  const show = (shown: boolean) => {
    visible = shown;
    if (!shown) held = 0;
    tell();
  };
  const settled = async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return { ports, show, settled, held: () => held, asked: () => asked };
}

test('the screen is kept awake until it is undone', async () => {
  const { ports, settled, held } = build();
  const undo = preventSleep(ports);
  await settled();
  expect(held()).toBe(1);
  undo();
  await settled();
  expect(held()).toBe(0);
});

test('a lock that the browser took back while the page was hidden is asked for again', async () => {
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

test('a lock that comes after the end is given back at once', async () => {
  const { ports, settled, held } = build();
  preventSleep(ports)();
  await settled();
  expect(held()).toBe(0);
});

test('a browser that refuses, and one that has no such thing, are left alone', async () => {
  const { ports, settled, asked } = build({ grants: false });
  preventSleep(ports)();
  preventSleep({ ...ports, request: undefined })();
  await settled();
  expect(asked()).toBe(1);
});
