import type { RecipeStep } from '@tactus/motion';
import { useStore } from 'zustand';
import type { MessageKey } from '../../../i18n/catalogs.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconArrowBackUp, IconPlus } from '../../../ui/icons.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import type { RecipeControl } from './recipe-control.ts';
import styles from './recipe-panel.module.css';
import { RecipeStepRow } from './recipe-step-row.tsx';
import { INITIAL_RECIPE_STEPS, RECIPE_STEP_KINDS, type RecipeStepKind, withStepMoved } from './recipe-steps.ts';

/** The kinds of steps by their names for people. */
const STEP_NAMES: Readonly<Record<RecipeStepKind, MessageKey>> = {
  invert: 'player.recipe.invert',
  remap: 'player.recipe.remap',
  intensity: 'player.recipe.intensity',
  'half-speed': 'player.recipe.halfSpeed',
  smooth: 'player.recipe.smooth',
  simplify: 'player.recipe.simplify',
  limit: 'player.recipe.limit',
};

/** The keys of the rows: a step that is moved, or whose values change, has the same row. */
const KEYS = new WeakMap<RecipeStep, number>();
let lastKey = 0;

function keyOf(step: RecipeStep): number {
  const key = KEYS.get(step) ?? ++lastKey;
  KEYS.set(step, key);
  return key;
}

/** The recipe of the script, step by step. The file itself is not changed; the steps are stored under its content hash. */
export function RecipePanel({ control }: { control: RecipeControl }) {
  const { t, number } = useTexts();
  const { original, edited, recipe, canUndo, comparing, busy } = useStore(control.state);
  if (original === undefined) return null;
  return (
    <Card
      title={t('player.recipe.title')}
      aside={
        <IconButton label={t('player.recipe.undo')} disabled={!canUndo} onClick={() => void control.undo()}>
          <IconArrowBackUp size={20} aria-hidden="true" />
        </IconButton>
      }
    >
      {recipe.length === 0 ? (
        <p className={styles['note']}>{t('player.recipe.empty')}</p>
      ) : (
        <>
          <ol className="grid gap-8">
            {recipe.map((step, index) => (
              <RecipeStepRow
                key={keyOf(step)}
                name={t(STEP_NAMES[step.kind])}
                step={step}
                isFirst={index === 0}
                isLast={index === recipe.length - 1}
                onChange={(next) => {
                  KEYS.set(next, keyOf(step));
                  void control.change(recipe.with(index, next));
                }}
                onMove={(by) => void control.change(withStepMoved(recipe, index, by))}
                onRemove={() => void control.change(recipe.toSpliced(index, 1))}
              />
            ))}
          </ol>
          <Segmented<'original' | 'edited'>
            label={t('player.recipe.compare')}
            options={[
              { value: 'original', label: t('player.recipe.original') },
              { value: 'edited', label: t('player.recipe.edited') },
            ]}
            value={comparing ? 'original' : 'edited'}
            onChange={(which) => control.compare(which === 'original')}
          />
        </>
      )}
      <p className={styles['note']} role="status" aria-busy={busy}>
        {recipe.length > 0 &&
          edited !== undefined &&
          t('player.recipe.points', {
            before: number(original.statistics.points),
            after: number(edited.statistics.points),
          })}
      </p>
      <fieldset className="row wrap gap-8" aria-label={t('player.recipe.add')}>
        {RECIPE_STEP_KINDS.map((kind) => (
          <Button
            key={kind}
            icon={<IconPlus size={16} aria-hidden="true" />}
            onClick={() => void control.change([...recipe, { ...INITIAL_RECIPE_STEPS[kind] }])}
          >
            {t(STEP_NAMES[kind])}
          </Button>
        ))}
      </fieldset>
    </Card>
  );
}
