import { parseScriptFile, type ScriptColumns, ScriptError } from '@tactus/motion';
import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useTexts } from '../i18n/text.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { ChooseFileButton } from '../ui/choose-file-button.tsx';
import { IconFileMusic, IconWaveSine } from '../ui/icons.ts';
import type { GroupRoom } from './group-room.ts';
import { patternName, pointsOfPattern, SCRIPT_PATTERNS } from './patterns.ts';
import { useGroupAction } from './use-group-action.ts';

/** docs/group-sessions.md, "Calls". */
const POINTS_MAX = 50_000;
const NAME_LENGTH_MAX = 120;

/** The host's choice of a script: one of three patterns, or a file. */
export function ScriptChooser({ room }: { room: GroupRoom }) {
  const { t, number } = useTexts();
  const { busy, run } = useGroupAction();
  const isLost = useStore(room.store, ({ state }) => state === 'lost');
  const [problem, setProblem] = useState<'bad' | 'tooLong' | 'unreadable'>();
  /** Counts the choices: a file that is read slowly replaces none that came after it. */
  const choices = useRef(0);

  function choose(name: string, columns: ScriptColumns) {
    choices.current += 1;
    const isTooLong = columns.timesMs.length > POINTS_MAX;
    setProblem(isTooLong ? 'tooLong' : undefined);
    if (!isTooLong) void run(() => room.host.choose(name.slice(0, NAME_LENGTH_MAX), columns));
  }

  async function read(file: File) {
    choices.current += 1;
    const mine = choices.current;
    // The browser does not read a file that was moved, changed or locked since it was chosen.
    const text = await file.text().catch(() => undefined);
    if (mine !== choices.current) return;
    if (text === undefined) {
      setProblem('unreadable');
      return;
    }
    try {
      choose(file.name.replace(/\.\w+$/, ''), parseScriptFile(text, file).columns);
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error;
      setProblem('bad');
    }
  }

  return (
    <>
      <div className="row wrap gap-10">
        {SCRIPT_PATTERNS.map((pattern) => (
          <Button
            key={pattern}
            busy={busy}
            disabled={isLost}
            icon={<IconWaveSine size={18} aria-hidden="true" />}
            onClick={() => choose(t(patternName(pattern)), pointsOfPattern(pattern))}
          >
            {t(patternName(pattern))}
          </Button>
        ))}
        <ChooseFileButton
          accept=".funscript,.json,.csv"
          label={t('group.script.file')}
          busy={busy}
          disabled={isLost}
          icon={<IconFileMusic size={18} aria-hidden="true" />}
          onFile={(file) => void read(file)}
        >
          {t('group.script.file')}
        </ChooseFileButton>
      </div>
      {problem === 'unreadable' && <Alert tone="negative" title={t('error.file')} />}
      {problem === 'bad' && <Alert tone="negative" title={t('group.script.bad')} />}
      {problem === 'tooLong' && (
        <Alert tone="negative" title={t('group.script.tooLong', { count: number(POINTS_MAX) })} />
      )}
    </>
  );
}
