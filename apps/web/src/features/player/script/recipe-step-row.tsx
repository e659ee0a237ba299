import type { RecipeStep } from '@tactus/motion';
import { useTexts } from '../../../i18n/text.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconArrowDown, IconArrowUp, IconTrash } from '../../../ui/icons.ts';
import { useFocusNextOnRemoval } from '../../../ui/removable-row.tsx';
import styles from './recipe-panel.module.css';
import { RecipeStepValues } from './recipe-step-values.tsx';

interface RecipeStepRowProps {
  name: string;
  step: RecipeStep;
  isFirst: boolean;
  isLast: boolean;
  onChange: (step: RecipeStep) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** One step of the recipe: its kind, its values, and its place among the others. */
export function RecipeStepRow({ name, step, isFirst, isLast, onChange, onMove, onRemove }: RecipeStepRowProps) {
  const { t } = useTexts();
  return (
    <li ref={useFocusNextOnRemoval<HTMLLIElement>()} tabIndex={-1} className={styles['step']}>
      <div className={styles['head']}>
        <span className="grow shrink medium">{name}</span>
        <IconButton label={t('player.recipe.earlier', { step: name })} disabled={isFirst} onClick={() => onMove(-1)}>
          <IconArrowUp size={18} aria-hidden="true" />
        </IconButton>
        <IconButton label={t('player.recipe.later', { step: name })} disabled={isLast} onClick={() => onMove(1)}>
          <IconArrowDown size={18} aria-hidden="true" />
        </IconButton>
        <IconButton label={t('player.recipe.remove', { step: name })} onClick={onRemove}>
          <IconTrash size={18} aria-hidden="true" />
        </IconButton>
      </div>
      <RecipeStepValues step={step} onChange={onChange} />
    </li>
  );
}
