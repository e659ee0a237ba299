import { bpmOfColumnMs, COLUMN_MS_BOUNDS, columnMsOfBpm } from '@tactus/motion';
import { NamedStepper } from '../../device-view/controls/named-stepper.tsx';
import { useTexts } from '../../i18n/text.tsx';
import type { BeatSettings } from '../../settings/beatbox-settings.ts';
import { Switch } from '../../ui/switch.tsx';
import { GRID_BOUNDS, withBeatSettings } from './beat-editor.ts';
import styles from './beatbox-page.module.css';
import { FoldableCard } from './foldable-card.tsx';
import { NumberField } from './number-field.tsx';
import type { BeatEditor } from './use-beat-editor.ts';

/** The height of a row of the grid, in steps of 8 px. */
const TABLE_HEIGHT = { min: 2, max: 8 } as const;

/** The settings of how the beat is drawn and played. */
export function BeatSettingsCard({ editor }: { editor: BeatEditor }) {
  const { t, number } = useTexts();
  const { settings } = editor.box.currentBeat;
  const { resolution } = settings;
  const set = (change: Partial<BeatSettings>) => editor.draw((box) => withBeatSettings(box, change));
  const steppers = [
    {
      ...{ label: t('beatbox.columns'), value: editor.beat.levels.length, ...GRID_BOUNDS.columns },
      onChange: (time: number) => set({ resolution: { ...resolution, time } }),
    },
    {
      ...{ label: t('beatbox.levels'), value: editor.beat.height, ...GRID_BOUNDS.height },
      onChange: (height: number) => set({ resolution: { ...resolution, height } }),
    },
    {
      ...{ label: t('beatbox.tableHeight'), value: settings.tableHeight, ...TABLE_HEIGHT },
      onChange: (tableHeight: number) => set({ tableHeight }),
    },
  ];
  return (
    <FoldableCard title={t('beatbox.settings')} of="showSettings" editor={editor}>
      <NumberField
        label={t('beatbox.tempo.type')}
        hint={t('beatbox.tempo.hint', { ms: number(Math.round(editor.beat.cellMs)) })}
        error={t('beatbox.tempo.bounds', {
          min: number(bpmOfColumnMs(COLUMN_MS_BOUNDS.max)),
          max: number(bpmOfColumnMs(COLUMN_MS_BOUNDS.min)),
        })}
        value={bpmOfColumnMs(editor.beat.cellMs)}
        min={bpmOfColumnMs(COLUMN_MS_BOUNDS.max)}
        max={bpmOfColumnMs(COLUMN_MS_BOUNDS.min)}
        onCommit={(bpm) => set({ timePerCell: columnMsOfBpm(bpm) })}
      />
      {steppers.map((stepper) => (
        <NamedStepper
          key={stepper.label}
          className={styles['setting']}
          {...stepper}
          step={1}
          valueText={number(stepper.value)}
        />
      ))}
      <Switch
        label={t('beatbox.fillPoints')}
        hint={t('beatbox.fillPoints.hint')}
        checked={settings.fillPoints}
        onChange={(fillPoints) => set({ fillPoints })}
      />
      <Switch
        label={t('beatbox.addEndPoint')}
        hint={t('beatbox.addEndPoint.hint')}
        checked={settings.addEndPoint}
        onChange={(addEndPoint) => set({ addEndPoint })}
      />
      <Switch
        label={t('beatbox.halfway')}
        hint={t('beatbox.halfway.hint')}
        checked={editor.box.updateTimeHalfway}
        onChange={(updateTimeHalfway) => editor.change((box) => ({ ...box, updateTimeHalfway }))}
      />
    </FoldableCard>
  );
}
