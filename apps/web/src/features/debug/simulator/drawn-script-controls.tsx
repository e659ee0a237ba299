import { parseScriptFile } from '@tactus/motion';
import { useEffect, useState } from 'react';
import { scriptFileErrorText } from '../../../device-view/script-file-error.ts';
import type { MessageKey } from '../../../i18n/catalogs.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChooseFileButton } from '../../../ui/choose-file-button.tsx';
import { useClock } from '../../../ui/time-context.tsx';
import { Failure } from '../failure.tsx';
import type { DrawnScriptPlayer } from './drawn-script-player.ts';
import own from './simulator.module.css';

/** Larger files would block this page; the player reads those. */
const LARGEST_BYTES = 5_000_000;

/** The initial curve: slow and deep, then quick and shallow. */
const SAMPLE = JSON.stringify({
  actions: [0, 100, 0, 100, 30, 70, 30, 70, 40, 60, 40, 60, 0].map((pos, index) => ({
    at: index < 4 ? index * 1_000 : 3_000 + (index - 3) * 350,
    pos,
  })),
});

/** Chooses a script and plays it in the drawing. */
export function DrawnScriptControls({ clock }: { clock: DrawnScriptPlayer }) {
  const { t, number } = useTexts();
  const time = useClock();
  const [name, setName] = useState<string>();
  const [wrong, setWrong] = useState<MessageKey>();
  const [now, setNow] = useState({ timeMs: clock.timeMs(), playing: clock.playing() });
  useEffect(() => time.every(100, () => setNow({ timeMs: clock.timeMs(), playing: clock.playing() })), [time, clock]);

  function load(text: string, called: string) {
    setWrong(undefined);
    clock.load(parseScriptFile(text, { name: called, type: '' }).columns);
    setName(called);
    clock.play();
  }

  async function open(file: File) {
    if (file.size > LARGEST_BYTES) return setWrong('debug.simulator.large');
    try {
      load(await file.text(), file.name);
    } catch (error) {
      const why = scriptFileErrorText(error);
      if (why === undefined) throw error;
      setWrong(why);
    }
  }

  const seconds = (ms: number) => number(ms / 1_000, 1);
  return (
    <div className="column gap-16 shrink">
      <div className="row wrap gap-10">
        <ChooseFileButton
          label={t('debug.simulator.open')}
          accept=".funscript,.json,.csv"
          onFile={(file) => void open(file)}
        >
          {t('debug.simulator.open')}
        </ChooseFileButton>
        <Button onClick={() => load(SAMPLE, t('debug.simulator.sample'))}>{t('debug.simulator.sample')}</Button>
        {name !== undefined && (
          <Button variant="primary" onClick={() => (now.playing ? clock.pause() : clock.play())}>
            {t(now.playing ? 'debug.simulator.pause' : 'debug.simulator.play')}
          </Button>
        )}
      </div>
      <Failure title={t('debug.simulator.wrong')} text={wrong && t(wrong)} />
      {name !== undefined && (
        <>
          <p className="row justify-between note tabular">
            <span>{name}</span>
            <span>{t('debug.simulator.time', { at: seconds(now.timeMs), all: seconds(clock.durationMs()) })}</span>
          </p>
          <input
            className={own['range']}
            type="range"
            min={0}
            max={clock.durationMs()}
            step={100}
            value={now.timeMs}
            aria-label={t('debug.simulator.seek')}
            aria-valuetext={t('debug.simulator.time', { at: seconds(now.timeMs), all: seconds(clock.durationMs()) })}
            onChange={(event) => clock.seek(event.currentTarget.valueAsNumber)}
          />
        </>
      )}
    </div>
  );
}
