import type { ScriptPoint } from '@tactus/motion';
import { useRef, useState } from 'react';
import type { MessageKey } from '../../i18n/catalogs.ts';
import { useTexts } from '../../i18n/text.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Card } from '../../ui/card.tsx';
import { ChooseFileButton } from '../../ui/choose-file-button.tsx';
import { IconFileUpload } from '../../ui/icons.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { HAS_MOUSE, useMediaQuery } from '../../ui/use-media-query.ts';
import { scriptFileErrorText } from '../script-file-error.ts';
import { type Curve, curvePoints, INITIAL_CURVE, readScriptFilePoints } from './curve.ts';
import { CurveEditor } from './curve-editor.tsx';
import styles from './stream-lab.module.css';
import type { LabSource } from './use-lab-stream.ts';

/** The source of the points. */
type SourceKind = 'draw' | 'file';

/** Draws a curve or loads a script; reports which. */
export function CurveOrScriptCard({ onSource }: { onSource: (source: LabSource) => void }) {
  const { t, number } = useTexts();
  const hasMouse = useMediaQuery(HAS_MOUSE);
  const [kind, setKind] = useState<SourceKind>('draw');
  const [curve, setCurve] = useState<Curve>(INITIAL_CURVE);
  const [script, setScript] = useState<{ name: string; points: readonly ScriptPoint[] }>();
  const [problem, setProblem] = useState<MessageKey>();
  /** Counts the choices: a file that is read slowly replaces none that came after it. */
  const choices = useRef(0);
  const kinds: readonly { value: SourceKind; label: string }[] = [
    { value: 'draw', label: t('hsp.source.draw') },
    { value: 'file', label: t('hsp.source.file') },
  ];

  async function load(file: File) {
    choices.current += 1;
    const mine = choices.current;
    try {
      const points = await readScriptFilePoints(file);
      if (mine !== choices.current) return;
      setScript({ name: file.name, points });
      setProblem(undefined);
      onSource({ script: points });
    } catch (error) {
      // The script loaded before stays: a bad file replaces nothing.
      const why = scriptFileErrorText(error);
      if (why === undefined) throw error;
      if (mine === choices.current) setProblem(why);
    }
  }

  return (
    <Card title={t('hsp.source')}>
      <Segmented
        label={t('hsp.source')}
        options={kinds}
        value={kind}
        onChange={(next) => {
          choices.current += 1;
          setKind(next);
          onSource(next === 'file' && script !== undefined ? { script: script.points } : { curve: curvePoints(curve) });
        }}
      />
      {kind === 'draw' ? (
        <>
          <CurveEditor
            curve={curve}
            onChange={(next) => {
              setCurve(next);
              onSource({ curve: curvePoints(next) });
            }}
          />
          <p className="note">
            {t('hsp.curve.hint')} {hasMouse && t('hsp.curve.keys')}
          </p>
        </>
      ) : (
        <div className={styles['file']}>
          <ChooseFileButton
            accept=".funscript,.csv,.json,application/json,text/csv"
            label={t('hsp.file.choose')}
            icon={<IconFileUpload size={18} aria-hidden="true" />}
            onFile={(file) => void load(file)}
          >
            {t('hsp.file.choose')}
          </ChooseFileButton>
          <p className="note">
            {script === undefined
              ? t('hsp.file.none')
              : t('hsp.file.loaded', {
                  name: script.name,
                  points: number(script.points.length),
                  seconds: number((script.points.at(-1)?.t ?? 0) / 1_000),
                })}
          </p>
          {problem !== undefined && (
            <Alert tone="negative" title={t(problem)}>
              {t('hsp.file.kept')}
            </Alert>
          )}
        </div>
      )}
    </Card>
  );
}
