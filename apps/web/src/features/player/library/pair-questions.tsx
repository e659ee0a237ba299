import { useState } from 'react';
import { useStore } from 'zustand';
import { useShowError } from '../../../device/session/use-show-error.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/button.tsx';
import type { PairQuestion } from './half-entries.ts';
import styles from './library-panel.module.css';
import type { LibraryStore } from './library-store.ts';

/** Asks, for all at once, whether films and scripts with like names belong together. */
export function PairQuestions({ store }: { store: LibraryStore }) {
  const questions = useStore(store.state, (now) => now.questions);
  // Each set of questions begins with its own answers.
  return questions.length === 0 ? null : (
    <Questions key={questions.map(keyOf).join()} questions={questions} store={store} />
  );
}

const keyOf = ({ film, script }: PairQuestion): string => `${film.id} ${script.id}`;

function Questions({ questions, store }: { questions: readonly PairQuestion[]; store: LibraryStore }) {
  const { t } = useTexts();
  const report = useShowError();
  const [chosen, setChosen] = useState(() => new Set(questions.filter(({ isLikely }) => isLikely).map(keyOf)));

  function toggle(key: string): void {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    setChosen(next);
  }
  const join = () => store.join(questions.filter((question) => chosen.has(keyOf(question)))).catch(report);

  return (
    <fieldset className={styles['questions']}>
      <legend>{t('player.library.pairs')}</legend>
      {questions.map((question) => (
        <label key={keyOf(question)} className={styles['variant']}>
          <input type="checkbox" checked={chosen.has(keyOf(question))} onChange={() => toggle(keyOf(question))} />
          <span>
            <span className={styles['half']}>{question.film.medium?.name}</span>
            <span className={styles['half']}>{question.script.scripts[0]?.name}</span>
          </span>
        </label>
      ))}
      <div className={styles['actions']}>
        <Button variant="primary" disabled={chosen.size === 0} onClick={join}>
          {t('player.library.pairs.join', { count: chosen.size })}
        </Button>
        <Button variant="plain" onClick={() => store.join([]).catch(report)}>
          {t('player.library.pairs.apart')}
        </Button>
      </div>
    </fieldset>
  );
}
