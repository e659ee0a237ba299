import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createLanguageStore } from '../i18n/language-store.ts';
import { LanguageProvider } from '../i18n/text.tsx';
import { createMemoryStorage } from '../settings/key-value-storage.ts';
import { createNotifications } from '../ui/notifications.ts';
import { NotificationsProvider } from '../ui/notifications-context.tsx';
import { TimeProvider } from '../ui/time-context.tsx';
import { HostPlayControls, HostSeekBar } from './host-controls.tsx';
import { ScriptChooser } from './script-chooser.tsx';
import { openScriptedRoom, SCRIPT, WIRE } from './testing/scripted-home.ts';

const RESTS = WIRE.timeline;
const PLAYS = { ...RESTS, playing: true };

/** The host's controls, in a room whose home answers by a call of the test. */
async function setUp(timeline = PLAYS) {
  const home = openScriptedRoom({ role: 'host', script: SCRIPT, timeline });
  const { room, time, calls } = home;
  const log = { warn: () => undefined, error: () => undefined };
  const language = await createLanguageStore({ storage: createMemoryStorage(), deviceLanguage: 'en-US', log });
  await language.need(['group']);
  render(
    <LanguageProvider store={language}>
      <NotificationsProvider notifications={createNotifications(time)}>
        <TimeProvider time={time}>
          <HostSeekBar room={room} />
          <HostPlayControls room={room} />
          <ScriptChooser room={room} />
        </TimeProvider>
      </NotificationsProvider>
    </LanguageProvider>,
  );
  return {
    bodies: () => calls.map(({ body }) => body),
    button: (name: string) => screen.getByRole('button', { name }),
    press: (name: string) => userEvent.click(screen.getByRole('button', { name })),
    answer: (index: number, changes: object) =>
      act(async () => {
        calls[index]?.answer(changes);
        await time.run(1);
      }),
    upload: (file: File) => userEvent.upload(screen.getByLabelText('A script of yours', { selector: 'input' }), file),
  };
}

test('two quick presses on faster are two steps', async () => {
  const { press, bodies } = await setUp();
  await press('Faster');
  await press('Faster');
  expect(bodies()).toEqual([{ rate: 1.25 }, { rate: 1.5 }]);
});

test('a seek and another rate do not undo a pause that home has not reported yet', async () => {
  const { press, bodies } = await setUp();
  await press('Pause for everybody');
  await press('Slower');
  const slider = screen.getByRole('slider', { name: 'Position in the script' });
  fireEvent.change(slider, { target: { value: '9000' } });
  fireEvent.blur(slider);
  expect(bodies()).toEqual([{ playing: false }, { rate: 0.75 }, { position_ms: 9_000 }]);
});

test('Pause is offered from the press of Play on, and Play once home has answered that it rests', async () => {
  const { press, bodies, button, answer } = await setUp(RESTS);
  await press('Play for everybody');
  await press('Pause for everybody');
  expect(bodies()).toEqual([{ playing: true }, { playing: false }]);
  expect(button('Play for everybody')).toBeVisible();
  await answer(0, { timeline: { ...PLAYS, seq: 2 } });
  expect(button('Pause for everybody')).toBeVisible();
  await answer(1, { timeline: { ...RESTS, seq: 3 } });
  expect(button('Play for everybody')).toBeVisible();
});

test('a CSV is accepted whatever its media type on Windows', async () => {
  const { upload, bodies } = await setUp();
  await upload(new File(['0,10\n900,90\n'], 'Hills.CSV', { type: 'application/vnd.ms-excel' }));
  expect(bodies()).toEqual([{ name: 'Hills', t: [0, 900], x: [10, 90] }]);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a file that cannot be read any more is reported', async () => {
  const { upload, bodies } = await setUp();
  const file = new File(['0,10\n900,90\n'], 'Hills.csv', { type: 'text/csv' });
  file.text = () => Promise.reject(new DOMException('It was moved', 'NotReadableError'));
  await upload(file);
  expect(await screen.findByRole('alert')).toHaveTextContent('This file could not be read');
  expect(bodies()).toEqual([]);
});

/** A file whose text comes by a call of the test. */
function slowFile() {
  let arrive: (text: string) => void = () => undefined;
  const read = new Promise<string>((resolve) => {
    arrive = resolve;
  });
  const file = Object.assign(new File([], 'Slow.csv', { type: 'text/csv' }), { text: () => read });
  return { file, arrive: () => act(async () => arrive('0,0\n500,100\n')) };
}

test('a file that is read slowly does not replace the file chosen after it', async () => {
  const { upload, bodies } = await setUp();
  const { file, arrive } = slowFile();
  await upload(file);
  await upload(new File(['0,10\n900,90\n'], 'Hills.csv', { type: 'text/csv' }));
  expect(bodies()).toMatchObject([{ name: 'Hills' }]);
  await arrive();
  expect(bodies()).toMatchObject([{ name: 'Hills' }]);
});

test('a file that is read slowly does not replace the pattern chosen after it', async () => {
  const { press, upload, bodies } = await setUp();
  const { file, arrive } = slowFile();
  await upload(file);
  await press('Steady strokes');
  await arrive();
  expect(bodies()).toMatchObject([{ name: 'Steady strokes' }]);
});
