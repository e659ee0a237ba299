import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/text.tsx';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconChevronDown, IconChevronUp } from '../../ui/icons.ts';
import styles from './beatbox-page.module.css';
import type { BeatEditor } from './use-beat-editor.ts';

interface FoldCardProps {
  title: string;
  /** The setting that stores whether it is open. */
  of: 'showBeats' | 'showPlaylist' | 'showSettings' | 'showGraph';
  editor: BeatEditor;
  children: ReactNode;
}

/** A card that can be folded; the setting remembers it. */
export function FoldableCard({ title, of, editor, children }: FoldCardProps) {
  const { t } = useTexts();
  const isOpen = editor.box[of];
  const Chevron = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <Card
      title={title}
      className={styles['fold']}
      aside={
        <IconButton
          label={t(isOpen ? 'beatbox.fold' : 'beatbox.unfold', { what: title })}
          aria-expanded={isOpen}
          onClick={() => editor.change((box) => ({ ...box, [of]: !isOpen }))}
        >
          <Chevron size={20} aria-hidden="true" />
        </IconButton>
      }
    >
      {isOpen && children}
    </Card>
  );
}
